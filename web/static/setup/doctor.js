// The doctor as a page: every line good, bad with what to do, or not there.
import { get, isReferee, onMe } from "../pages/api.js";
import { button, by, h, put } from "../pages/dom.js";
import { start } from "../pages/frame.js";
import { t } from "../pages/texts.js";

const SIGNS = { good: "✓", bad: "✗", "not there": "–" };

function line(one) {
  return h("tr", { key: one.check, "data-state": one.state },
    h("th", { scope: "row" }, one.name),
    h("td", {}, h("span", { class: `state ${one.state.replace(" ", "-")}` }, h("span", { "aria-hidden": "true" }, SIGNS[one.state]), " ", t(`doctor.${one.state}`))),
    h("td", {}, one.found, one.advice && h("p", { class: "advice-line" }, one.advice)));
}

async function look() {
  const box = by("doctor");
  if (!isReferee()) { put(box, h("p", {}, t("doctor.sign-in"))); return; }
  box.setAttribute("aria-busy", "true");
  try {
    const { findings } = await get("/api/setup/doctor");
    const order = ["bad", "good", "not there"];
    findings.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    put(box, h("table", { class: "plain doctor" },
      h("thead", {}, h("tr", {}, ["what", "how", "found"].map((one) => h("th", { scope: "col" }, t(`doctor.${one}`))))),
      h("tbody", {}, findings.map(line))), button(t("doctor.again"), look, "quiet"));
  } catch (error) { put(box, h("p", {}, error.message)); }
  box.removeAttribute("aria-busy");
}

start(() => { onMe(look); return look(); });
