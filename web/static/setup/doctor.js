// The doctor as a page: every line good, bad with what to do, or not there.
import { get, isReferee, onMe, post } from "../pages/api.js";
import { button, by, h, put, toast } from "../pages/dom.js";
import { start } from "../pages/frame.js";
import { send } from "../match/share.js";
import { t } from "../pages/texts.js";

const SIGNS = { good: "✓", bad: "✗", "not there": "–" };

function line(one) {
  return h("tr", { key: one.check, "data-state": one.state },
    h("th", { scope: "row" }, one.name),
    h("td", {}, h("span", { class: `state ${one.state.replace(" ", "-")}` }, h("span", { "aria-hidden": "true" }, SIGNS[one.state]), " ", t(`doctor.${one.state}`))),
    h("td", {}, one.found, one.advice && h("p", { class: "advice-line" }, one.advice)));
}

// As text: into a message to whoever can help, not a picture of a screen.
function sent(findings, { version }) {
  const lines = findings.map((one) => [one.state, one.name, one.found, one.advice].filter(Boolean).join(" | "));
  return send(new Blob([[`turbo ${version}`, ...lines, ""].join("\n")], { type: "text/plain" }), "turbo-doctor.txt", t("title.doctor"));
}

async function ask(wanted) {
  if (!wanted) return;
  try { await post("/api/setup/update", { from: wanted }); } catch (error) { toast(error.message); }
  await look();
}

const HOW = { running: "update.running", finished: "update.finished", failed: "update.failed" };

function program(one) {
  if (!one.is_possible) return null;
  const isRunning = one.state === "running";
  return h("section", { id: "update" },
    h("h2", {}, t("update.title"), " ", one.version),
    one.state !== "none" && h("p", { "data-state": one.state }, t(HOW[one.state]), " ", one.text),
    !isRunning && [
      button(t("update.stick"), () => ask("stick")),
      button(t("update.address"), () => ask(window.prompt(t("update.address"), "https://"))),
      button(t("update.back"), () => ask("back"))]);
}

async function look() {
  const box = by("doctor");
  if (!isReferee()) { put(box, h("p", {}, t("doctor.sign-in"))); return; }
  box.setAttribute("aria-busy", "true");
  try {
    const [{ findings }, update] = await Promise.all([get("/api/setup/doctor"), get("/api/setup/update")]);
    const order = ["bad", "good", "not there"];
    findings.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    put(box, h("table", { class: "plain doctor" },
      h("thead", {}, h("tr", {}, ["what", "how", "found"].map((one) => h("th", { scope: "col" }, t(`doctor.${one}`))))),
      h("tbody", {}, findings.map(line))), button(t("doctor.again"), look, "quiet"),
      button(t("doctor.send"), () => sent(findings, update)), program(update));
  } catch (error) { put(box, h("p", {}, error.message)); }
  box.removeAttribute("aria-busy");
}

start(() => { onMe(look); return look(); });
