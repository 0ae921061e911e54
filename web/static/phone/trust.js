// How a telephone comes to trust the referee: says by itself when it does.
import { by, h, put, show } from "../pages/dom.js";
import { start } from "../pages/frame.js";
import { t } from "../pages/texts.js";
import { isTrusted, secureOrigin } from "./secure.js";

const LOOK_MS = 4000;

async function look() {
  const origin = secureOrigin(by("trust"));
  if (!origin) return;
  const found = await isTrusted(origin);
  const box = by("trusted");
  show(box, true);
  box.dataset.ready = String(found);
  // The code of the one who came from the camera's page goes on with them.
  put(box, h("b", {}, t(found ? "trust.yes" : "trust.no")), found && h("p", {}, h("a", { class: "button", id: "to-camera", href: `${origin}/camera${location.hash}` }, t("trust.to-camera"))));
  if (!found) setTimeout(look, LOOK_MS);
}

start(look);
