// For whoever opens a simulated table for the first time: what this is, before anything moves.
import { isReferee } from "./api.js";
import { button, dialog, h } from "./dom.js";
import { showSignIn } from "./frame.js";
import { t } from "./texts.js";

const GREETED = "turbo-greeted";

export function greetOnce() {
  if (localStorage.getItem(GREETED)) return;
  localStorage.setItem(GREETED, "yes");
  dialog(t("welcome.hello"), (close) => [
    h("p", { id: "what-it-is" }, t("welcome.what")), h("p", { class: "soft" }, t("welcome.demo")),
    h("div", { class: "ends" }, !isReferee() && button(t("sign.in"), () => { close(); showSignIn(); }), button(t("welcome.watch"), close, "", { id: "watch", autofocus: true }))]);
}
