// The rules in short, with pictures of legal tables.
import { post } from "./api.js";
import { drawTable, hand } from "../match/drawing.js";
import { put } from "./dom.js";
import { showSimulated, start } from "./frame.js";

const DRAW = {
  hand: (faces) => hand(faces.split(" "), { columns: 5, align: "xMidYMid" }),
  // What is drawn to be counted is no table, and nothing is wrong with it.
  table: async (layout, edition) => drawTable({ ...await post("/api/check", { layout, edition }), faults: [] }, { box: { width: 300, height: 150 }, smallest: 2.6 }),
};

start(async () => {
  await showSimulated();
  for (const box of document.querySelectorAll("[data-drawn]")) put(box, await DRAW[box.dataset.as](box.dataset.drawn, box.dataset.edition));
});
