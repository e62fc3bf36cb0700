// Keeps the pages of the sheets that this device has opened, so that a sheet can be opened while the server cannot be
// reached. Whatever the server answers comes first; nothing but these pages is kept here, and nothing is written here.

const KEPT = "sheets";
const MOST = 24;
const isPage = ({ method, mode, url }) =>
  method === "GET" && mode === "navigate" && /\/score\/[\w-]{16}(\/end)?$/.test(new URL(url).pathname);

const kept = (request) => caches.match(request, { ignoreVary: true });
const keep = async (request, answer) => {
  const pages = await caches.open(KEPT);
  await pages.delete(request, { ignoreVary: true });
  await pages.put(request, answer);
  for (const old of (await pages.keys()).slice(0, -MOST)) await pages.delete(old);
};
const load = async (event) => {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch (failure) {
    answer = await kept(event.request);
    if (!answer) throw failure;
    return answer;
  }
  if (answer.status >= 500) return (await kept(event.request)) ?? answer;
  if (answer.status === 200) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (isPage(event.request)) event.respondWith(load(event));
});
