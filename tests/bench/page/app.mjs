// The page of every store: opens it, draws the last fifty movements, and does the workloads when the driver asks (`window.bench`).
const now = () => performance.now();
const drawn = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(0);
    });
  });

/** Without markup out of text: the product's server forbids it. */
function draw(rows) {
  const list = document.createElement('ul');
  for (const { type, date, detail } of rows) {
    const line = document.createElement('li');
    line.append(type, ' ', date.slice(0, 10).split('-').reverse().join('/'), ' ', detail ?? '');
    list.append(line);
  }
  document.body.replaceChildren(list);
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const told = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99), max: sorted.at(-1) };
};

export async function json(url, body) {
  const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return await answer.json();
}

/** What the driver says of the farm: where records go, and who asks. Behind the '#', so that the page's own files stay the same. */
const farm = JSON.parse(decodeURIComponent(location.hash.slice(1) || '%7B%7D'));

let made = 0;
/** A record as the server would answer it: heads that were bought into one of the farm's cells. */
export function newMovement(mark) {
  const cell = farm.cells[made % farm.cells.length];
  made += 1;
  const instant = new Date(Date.now() + made).toISOString();
  return {
    id: crypto.randomUUID(),
    type: 'BUY',
    date: farm.today,
    count: {},
    rodeoId: cell.rodeo,
    detail: mark,
    reference: null,
    animals: [{ type: cell.category, count: 1 }],
    organization_id: farm.organizationId,
    created_by: farm.userId,
    created_at: instant,
    updated_at: instant,
    version: 1,
    deleted: false,
    isOptimistic: true,
    metadata: { lot_id: cell.lot, rodeo_id: cell.rodeo, deletedBy: null, editHistory: [] },
    cell: cell.key,
  };
}

/** Rows that a store of no layout of its own fetches: pages by revision, the next on the wire while this one is written. */
async function pullPages(store, since, limit) {
  const page = (after) => json(`/api/rows/${farm.set}?since=${after}&limit=${limit}`);
  let coming = page(since);
  let count = 0;
  for (;;) {
    const { rows, rev } = await coming;
    if (rows.length === 0) return { count, rev: since };
    since = rev;
    const isLast = rows.length < limit;
    coming = isLast ? null : page(rev);
    await store.load(rows, null);
    count += rows.length;
    if (isLast) return { count, rev };
  }
}

const rainYear = '2025';
const half = { type: 'TREATMENT', from: '2025-07-01', to: '2025-12-31', limit: 50 };
const questions = (store) => ({
  last10: () => store.list(10),
  page: () => store.page(half.type, half.from, half.to, half.limit),
  rain: () => store.rain(rainYear),
  stock: () => store.stock(),
});

const ordered = (sums) =>
  Object.entries(sums)
    .filter(([, sum]) => sum !== 0)
    .map(([name, sum]) => [name, Math.round(sum * 100)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
/** New records have an id of each store's own: they are known by their mark. */
const named = (rows) => rows.map(({ id, detail }) => (detail?.startsWith('bench ') ? detail : id));

function workloads(store) {
  let revision = 0;
  return {
    /** The farm as the driver knows it, into an empty store. */
    seed: async () => {
      if (store.pull) {
        await store.pull();
        return await store.settled?.();
      }
      const { cells } = await json(`/api/cells/${farm.set}`);
      await store.load([], cells);
      ({ rev: revision } = await pullPages(store, 0, 5000));
      await store.index?.();
      return undefined;
    },
    record: async (count, pauseMs) => {
      const times = [];
      const begun = now();
      for (let done = 0; done < count; done += 1) {
        const movement = newMovement(`bench w1 ${done}`);
        const start = now();
        await store.write(movement);
        times.push(now() - start);
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      return { ...told(times), perSecond: (count * 1000) / (now() - begun) };
    },
    /** After a save before each question, which is not timed: no answer of before is good. */
    ask: async (times) => {
      const said = {};
      for (const [name, ask] of Object.entries(questions(store))) {
        await ask();
        const taken = [];
        for (let time = 0; time < times; time += 1) {
          const movement = newMovement(`bench w5 ${name} ${time}`);
          await store.write(movement);
          const start = now();
          const answer = await ask();
          taken.push(now() - start);
          if (name === 'last10' && answer[0].detail !== movement.detail) throw new Error('An old list was answered');
        }
        said[name] = told(taken);
      }
      return said;
    },
    /** What every store must say alike, after the same five records. */
    answers: async () => {
      for (let mark = 0; mark < 5; mark += 1) await store.write(newMovement(`bench same ${mark}`));
      const ask = questions(store);
      return {
        last10: named(await ask.last10()),
        page: named(await ask.page()),
        rain: ordered(await ask.rain()),
        stock: ordered(await ask.stock()),
      };
    },
    queue: async (count) => {
      await store.queue(Array.from({ length: count }, (_, index) => newMovement(`bench w2 ${index}`)));
    },
    drain: async ({ batch, atOnce, target }) => {
      const start = now();
      if (store.drain) await store.drain({ batch, target });
      else {
        for (;;) {
          const entries = await store.pending(batch ?? atOnce ?? 1);
          if (entries.length === 0) break;
          const send = (body) => json(`/api/write/${target}`, body);
          const rows = batch
            ? (
                await json(
                  `/api/batch/${target}`,
                  entries.map((entry) => entry.body),
                )
              ).rows
            : (await Promise.all(entries.map((entry) => send(entry.body)))).map(({ row }) => row);
          await store.ack(entries, rows);
        }
      }
      const taken = now() - start;
      await store.settled?.();
      return taken;
    },
    pull: async (rows) => {
      const start = now();
      if (store.pull) await store.pull();
      else {
        const pulled = await pullPages(store, 0, 5000);
        revision = pulled.rev;
        if (pulled.count !== rows) throw new Error(`${pulled.count} rows came of ${rows}`);
      }
      const list = await store.list(10);
      if (list.length !== 10) throw new Error(`The list has ${list.length} rows`);
      const taken = now() - start;
      await store.settled?.();
      return taken;
    },
    /** Saves, one after the other, for as long as the farm is fetched; and the same number again when it is here. */
    recordWhilePulling: async (pauseMs) => {
      const state = { isHere: false };
      const pulled = store.pull().then(() => (state.isHere = true));
      const write = async (mark) => {
        const movement = newMovement(mark);
        const start = now();
        await store.write(movement);
        const taken = now() - start;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        return taken;
      };
      // The lists come first: nobody records before there is a category to choose.
      const isRecorded = () =>
        write('bench w3').then(
          () => true,
          () => state.isHere,
        );
      while (!(await isRecorded())) await new Promise((resolve) => setTimeout(resolve, 20));
      const busy = [];
      while (!state.isHere) busy.push(await write(`bench w3 ${busy.length}`));
      await pulled;
      await store.settled?.();
      const idle = [];
      while (idle.length < Math.max(busy.length, 50)) idle.push(await write(`bench w3 idle ${idle.length}`));
      return { busy: { ...told(busy), saves: busy.length }, idle: told(idle) };
    },
    delta: async (mark) => {
      const start = now();
      if (store.delta) await store.delta(mark);
      else {
        const pulled = await pullPages(store, revision, 1000);
        revision = pulled.rev;
        if (pulled.count !== 10) throw new Error(`${pulled.count} rows came of 10`);
      }
      await store.list(10);
      const taken = now() - start;
      await store.settled?.();
      return taken;
    },
  };
}

/** Opens the page over a store. `early`: rows that it can draw before it is open. */
export async function boot(open, early = () => []) {
  const script = now();
  void navigator.serviceWorker?.register('/bench/sw.js', { scope: '/bench/' });
  const first = early();
  if (first.length > 0) {
    draw(first);
    await drawn();
  }
  const painted = first.length > 0 ? now() : null;
  const options = Object.fromEntries(new URLSearchParams(location.search));
  const store = await open('bench', options, farm);
  const opened = now();
  const rows = await store.list(50);
  const listed = now();
  draw(rows);
  await drawn();
  const whole = now();
  window.bench = workloads(store);
  window.opened = { painted: painted ?? whole, whole, script, store: opened - script, list: listed - opened };
}
