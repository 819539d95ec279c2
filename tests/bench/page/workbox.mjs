// A queue of requests in the service worker: it keeps no rows, so it answers no question.
import { newMovement } from './app.mjs';

const target = JSON.parse(decodeURIComponent(location.hash.slice(1))).target;
void navigator.serviceWorker.register('/bench/sw.js', { scope: '/bench/' });
const { ready } = navigator.serviceWorker;
const say = (message) =>
  new Promise((resolve, reject) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => (data === null ? resolve() : reject(new Error(data)));
    void ready.then(({ active }) => active.postMessage({ ...message, target }, [channel.port2]));
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
void ready.then(() => {
  window.opened = { painted: performance.now() };
});
