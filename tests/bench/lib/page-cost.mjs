/** What Lighthouse takes for a phone: a quarter of the processor, slow 4G (Mbit/s in bytes). */
export const slowPhone = {
  throttle: 4,
  line: { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 },
};

/** Runs in a page, first of all: keeps what the browser notes of it. */
export function watchCost() {
  globalThis.entries = [];
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask', 'resource'])
    new PerformanceObserver((list) => globalThis.entries.push(...list.getEntries())).observe({ type, buffered: true });
}

/** Runs in a page: what it has cost until five seconds after it was loaded; null before. */
export function pageCost() {
  const [loaded] = performance.getEntriesByType('navigation');
  const end = (loaded?.loadEventEnd || Number.POSITIVE_INFINITY) + 5000;
  if (performance.now() < end + 500) return null;
  const until = globalThis.entries.filter(({ startTime }) => startTime < end);
  const of = (type) => until.filter(({ entryType }) => entryType === type);
  const sum = (entries, figure) => entries.reduce((total, entry) => total + figure(entry), 0);
  const scripts = of('resource').filter(({ name }) => name.endsWith('.js'));
  return {
    ms: of('largest-contentful-paint').at(-1).startTime,
    painted: of('paint').find(({ name }) => name === 'first-contentful-paint').startTime,
    blocked: sum(of('longtask'), ({ duration }) => Math.max(0, duration - 50)),
    shifted: sum(of('layout-shift'), ({ value }) => value),
    scriptBytes: sum(scripts, ({ encodedBodySize }) => encodedBodySize),
  };
}
