// Keeps the files of the page and answers with them; with workbox's queue, as apps of the field use it.
import { Queue } from 'workbox-background-sync';

const kept = 'bench';
/** At the installation, as the product does: the browser keeps the code of what is stored then. */
const pages = ['idb', 'best', 'dexie', 'pouch', 'workbox', 'product'];
const install = async () => {
  const cache = await caches.open(kept);
  await cache.addAll(pages.flatMap((name) => [`/bench/${name}.html`, `/bench/${name}.js`]));
  await self.skipWaiting();
};
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== location.origin || !pathname.startsWith('/bench/')) return;
  const answer = async () => {
    const cache = await caches.open(kept);
    const hit = await cache.match(event.request);
    if (hit) return hit;
    const answered = await fetch(event.request);
    if (answered.ok) await cache.put(event.request, answered.clone());
    return answered;
  };
  event.respondWith(answer());
});

let queue = null;
const opened = () => (queue ??= new Queue('bench', { onSync: () => undefined, maxRetentionTime: 1e6 }));
const requestOf = (movement, target) =>
  new Request(`/api/write/${target}`, {
    method: 'POST',
    body: JSON.stringify(movement),
    headers: { 'content-type': 'application/json' },
  });
async function act({ act: name, movements, target }) {
  if (name !== 'push') return await opened().replayRequests();
  for (const movement of movements) await opened().pushRequest({ request: requestOf(movement, target) });
  return undefined;
}
self.addEventListener('message', ({ data, ports: [port] }) => {
  act(data).then(
    () => port.postMessage(null),
    (thrown) => port.postMessage(String(thrown)),
  );
});
