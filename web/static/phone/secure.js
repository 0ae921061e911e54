// Whether this browser trusts the referee's certificate: a page over HTTP can find that out.

export function secureOrigin(element) {
  return element.dataset.secure;
}

// An answer that nobody may read is enough: without trust there is none.
export async function isTrusted(origin) {
  if (!origin) return false;
  try {
    await fetch(`${origin}/trusted`, { mode: "no-cors", cache: "no-store" });
    return true;
  } catch { return false; }
}
