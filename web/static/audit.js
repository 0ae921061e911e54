// What the audit found, with the table before and after; and keeping evidence of a ruling.
import { change, get } from "./api.js";
import { h, toast } from "./dom.js";
import { t } from "./texts.js";

const KEYS = new Set(["die-added", "die-missing", "die-swapped", "hand-die-turned", "table-die-turned", "hand-changed"]);
const pictures = new Map();
let found = { findings: [], can_save: false };
let asked = null;

function side(id, name) {
  const image = h("img", { src: `/api/audit/${id}/${name}.jpg`, alt: t(`audit.${name}`) });
  const figure = h("figure", { class: name }, image, h("figcaption", {}, t(`audit.${name}`)));
  image.addEventListener("error", () => figure.remove());
  return figure;
}

// Made once for each finding: a picture that is there already is never fetched again.
function both(id) {
  if (!pictures.has(id)) pictures.set(id, h("div", { class: "audit", "data-finding": id }, side(id, "before"), side(id, "after")));
  return pictures.get(id);
}

export function auditPictures(key, sentence) {
  if (!KEYS.has(key)) return null;
  const open = found.findings.filter((one) => one.key === key && one.open);
  const one = open.find((other) => other.message === sentence) ?? open[0];
  return one ? both(one.id) : null;
}

const RULES = { "die-turned": ["table-die-turned", "hand-die-turned"], "die-added": ["die-added", "die-swapped"], "die-removed": ["die-missing", "die-swapped"], "hand-count": ["hand-changed"] };
const JUST_MS = 60000;

// A ruling that names a die keeps the pictures after the notice is gone.
export function rulingPictures(state) {
  const keys = (state.ruling?.faults ?? []).flatMap((fault) => RULES[fault.rule] ?? []);
  const since = new Date(state.ruling?.at) - JUST_MS;
  const one = found.findings.find((finding) => keys.includes(finding.key) && finding.match === state.match_number && new Date(finding.at) >= since);
  return one && !(one.open && state.notice_keys.includes(one.key)) ? both(one.id) : null;
}

// Ask again only when other notices stand than before; `onNews` draws what came.
export async function lookAtAudit(state, onNews) {
  const standing = JSON.stringify([state.match_number, state.notices, state.has_controls]);
  if (!state.has_controls || asked === standing) return;
  asked = standing;
  try {
    found = await get("/api/audit");
    onNews();
  } catch { asked = null; }
}

export function evidenceButton() {
  if (!found.can_save) return null;
  const save = async () => {
    const answer = await change("/api/evidence", {});
    if (answer) toast(t("evidence.saved", { name: answer.saved }));
  };
  return h("button", { type: "button", class: "plain", id: "save-evidence", onclick: save }, t("evidence.save"));
}
