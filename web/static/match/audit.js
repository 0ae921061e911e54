// What the audit found, with the table before and after; and keeping evidence of a ruling.
import { change, get, isReferee, me } from "../pages/api.js";
import { button, h, toast } from "../pages/dom.js";
import { t } from "../pages/texts.js";

const KEYS = new Set(["die-added", "die-missing", "die-swapped", "hand-die-turned", "table-die-turned", "hand-changed"]);
const RULES = { "die-turned": ["table-die-turned", "hand-die-turned"], "die-added": ["die-added", "die-swapped"], "die-removed": ["die-missing", "die-swapped"], "hand-count": ["hand-changed"] };
const JUST_MS = 60000;
let found = { findings: [], can_save: false };
let asked = null;

export function both(id) {
  const side = (name) => h("figure", { class: name }, h("img", { src: `/api/audit/${id}/${name}.jpg`, alt: t(`audit.${name}`), onerror: (event) => { event.target.closest("figure").hidden = true; } }), h("figcaption", {}, t(`audit.${name}`)));
  return h("div", { key: id, class: "audit", "data-finding": id }, side("before"), side("after"));
}

function ofNotice({ moment }) {
  if (!KEYS.has(moment.key)) return null;
  const open = found.findings.filter((one) => one.key === moment.key && one.open);
  return open.find((one) => one.message === moment.sentence) ?? open[0];
}

// A ruling that names a die keeps the pictures after the notice is gone.
function ofRuling(state) {
  const keys = (state.ruling?.faults ?? []).flatMap((fault) => RULES[fault.rule] ?? []);
  const since = new Date(state.ruling?.at) - JUST_MS;
  return found.findings.find((one) => keys.includes(one.key) && one.match === state.match_number && new Date(one.at) >= since);
}

// By step of a match that is over: what was found between two steps belongs to the ruling that names
// it, else to the step after which it was found.
export function findingsBySteps(steps, findings) {
  const placed = new Map();
  for (const one of findings) {
    const last = steps.findLastIndex(({ ruling }) => ruling.at && new Date(ruling.at) <= new Date(one.at));
    const named = (steps[last + 1]?.ruling.faults ?? []).some((fault) => RULES[fault.rule]?.includes(one.key));
    const place = Math.max(0, named ? last + 1 : last);
    placed.set(place, [...(placed.get(place) ?? []), one]);
  }
  return placed;
}

// The pictures that belong to the message; asked for again only when other notices stand.
export function pictures(page) {
  const { state } = page;
  const standing = JSON.stringify([state.match_number, state.notices, state.ruling?.entry]);
  if (asked !== standing) {
    asked = standing;
    get("/api/audit").then((answer) => {
      const isNew = JSON.stringify(answer) !== JSON.stringify(found);
      found = answer;
      if (isNew) page.redraw();
    }, () => { asked = null; });
  }
  // Beside a full disk the pictures of an earlier ruling would only take the room from its words.
  const one = me.pictures ? ofNotice(state) ?? (state.moment.kind === "ruling" ? ofRuling(state) : null) : null;
  return one && both(one.id);
}

export function evidenceButton() {
  if (!found.can_save || !isReferee()) return null;
  const save = async () => {
    const answer = await change("/api/evidence", {});
    if (!answer) return;
    // Into the hands of whoever asked for it: on a phone it can be sent on at once.
    const { keep, send } = await import("./share.js");
    const bundle = await (await fetch(`/api/evidence/${answer.saved}`)).blob();
    keep(bundle, answer.saved);
    toast(t("evidence.saved", { name: answer.saved }), t("won.share"), () => send(bundle, answer.saved, t("evidence.save")));
  };
  return button(t("evidence.save"), save, "plain", { id: "save-evidence", key: "evidence" });
}
