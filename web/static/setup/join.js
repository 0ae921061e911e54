// QR codes: one to look on a phone, one to become the referee's.
import { change, get, isReferee, post, signInWith } from "../pages/api.js";
import { button, dialog, h, put, toast } from "../pages/dom.js";
import { t } from "../pages/texts.js";

// The server draws the code of its own address; it is an image here, never markup of ours.
export function code({ address, svg }) {
  return h("figure", { class: "code" },
    h("img", { src: URL.createObjectURL(new Blob([svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')], { type: "image/svg+xml" })), alt: t("join.code", { address: address.split("#")[0] }), width: 180, height: 180 }),
    h("figcaption", {}, h("a", { href: address.split("#")[0] }, address.split("#")[0])));
}

const lead = (found) => h("p", {}, t(found.is_alone ? "join.alone" : "join.lead"));

async function invite() {
  const found = await change("/api/setup/invitation", {});
  if (found) dialog(t("invite.make"), (close) => [h("p", {}, t("invite.lead")), code(found), h("div", { class: "ends" }, button(t("button.close"), close, ""))]);
}

let joined = null;

export async function showJoin(box) {
  try { joined ??= await get("/api/setup/address"); } catch { return; }
  put(box, h("h2", {}, t("join.title")), lead(joined), code(joined), isReferee() && button(t("invite.make"), invite, "quiet", { id: "invite" }));
}

export async function showJoinDialog() {
  const found = await get("/api/setup/address");
  dialog(t("join.title"), (close) => [lead(found), code(found),
    h("div", { class: "ends" }, isReferee() && button(t("invite.make"), () => { close(); invite(); }), button(t("button.close"), close, ""))]);
}

// Whoever comes with an invitation is signed in, and the code leaves the address bar.
export async function acceptInvitation() {
  const found = /^#referee=([\w-]+)$/.exec(location.hash);
  if (!found) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    signInWith(await post("/api/accept-invitation", { code: found[1] }));
    toast(t("invite.done"));
  } catch (error) { toast(error.message); }
}
