// A queue of requests in the service worker: it keeps no rows, so it answers no question.
import { newMovement } from './app.mjs';

const target = JSON.parse(decodeURIComponent(location.hash.slice(1))).target;
await navigator.serviceWorker.register('/bench/sw.js', { scope: '/bench/' });
const { active } = await navigator.serviceWorker.ready;
const say = (message) =>
  new Promise((resolve, reject) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => (data === null ? resolve() : reject(new Error(data)));
    active.postMessage({ ...message, target }, [channel.port2]);
  });
window.bench = {
  queue: (count) =>
    say({ act: 'push', movements: Array.from({ length: count }, (_, index) => newMovement(`bench w2 ${index}`)) }),
  drain: async () => {
    const start = performance.now();
    await say({ act: 'replay' });
    return performance.now() - start;
  },
};
window.opened = { painted: performance.now() };
