// What the machine wants, drawn: the table as it is to lie until a die is laid, and the dice of its
// hand that are to be thrown or laid.
export function wished({ partner, shown }) {
  return partner?.layout && shown.source === "match" ? partner : null;
}

export function marks({ partner, match, shown }, number) {
  const laid = shown.hands[number]?.laid ?? [];
  const left = partner?.player === match.players[number] ? [...partner.faces] : [];
  return (face, place) => {
    if (laid.includes(place)) return "laid";
    const at = left.indexOf(face);
    if (at < 0) return "";
    left.splice(at, 1);
    return "fresh";
  };
}
