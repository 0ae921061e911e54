// Works away from the net: the page opens at once from what was kept, and then asks. What is said about
// a match is never taken from here: an old ruling would be shown as a new one.
const [KEPT, SOON_MS] = ["turbo-1", 2500];

async function kept(request, answer) {
  if (answer.ok) { const store = await caches.open(KEPT); await store.put(request, answer.clone()); }
  return answer;
}

// Files have addresses that change with what they say: what is kept is right for ever.
async function file(request) {
  return (await caches.match(request)) ?? kept(request, await fetch(request));
}

// Pages come from the table if it answers soon, else as they were.
async function page(request) {
  const found = await caches.match(request, { ignoreSearch: true });
  const asked = fetch(request).then((answer) => kept(request, answer));
  if (!found) return asked;
  const soon = new Promise((done) => { setTimeout(() => done(found), SOON_MS); });
  return Promise.race([asked.catch(() => found), soon]);
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && !pathname.startsWith("/language/")) event.respondWith(page(request));
});
