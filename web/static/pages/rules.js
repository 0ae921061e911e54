// The rules in short, with pictures of legal tables.
import { post } from "./api.js";
import { drawTable, hand } from "../match/drawing.js";
import { rowsOf } from "../tiles/drawing.js";
import { put } from "./dom.js";
import { showSimulated, start } from "./frame.js";

const TABLES = { group: "k8 r8 o8", run: "b3 b4 b5 b6", cross: "b3 b4 b5 / r3 . . / k3 . .", joker: "b3 r* b5 | k7 o7 r7", end: "k8 r8 o8 b8 | b3 b4 b5 b6" };
const HANDS = { turn: ["b3", "b4", "b5", "r1", "k2", "o7", "o8", "r*", "k12"], score: ["k12", "r*", "b7"] };

start(async () => {
  await showSimulated();
  for (const box of document.querySelectorAll("[data-rule]")) {
    const part = box.dataset.rule;
    if (box.dataset.sets) put(box, rowsOf(box.dataset.sets.split(" | ").map((row) => row.split(" "))));
    else if (HANDS[part]) put(box, hand(HANDS[part], { columns: 5, align: "xMidYMid" }));
    else put(box, drawTable(await post("/api/check", { layout: TABLES[part] }), { box: { width: 300, height: 150 }, smallest: 2.6 }) ?? "");
  }
});
