import { columnsOf, ratios, median, summarize } from './stats.mjs';

const figure = (value) => {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
};
const ranged = (middle, least, most) =>
  least === most ? figure(middle) : `${figure(middle)} (${figure(least)}-${figure(most)})`;

const grown = ['serverCpu', 'bytes', 'peakMB'];
const ofFarms = ['perSecond', 'p99', 'serverCpu'];

/** What each workload is called, by which column it is told, beside whom, and what else is said. */
const tables = [
  { workload: 'W1', title: 'W1 a save, one after the other', more: ['p95', 'p99', 'cpu'] },
  { workload: 'W1 paced', title: 'W1 a save, 40 ms between', more: ['p95', 'p99', 'cpu'] },
  {
    workload: 'W2',
    title: 'W2 records that wait, sent',
    floor: 'idb-relaxed/100',
    judged: 'calls',
    more: ['perSecond', 'calls', 'cpu', 'serverCpu'],
  },
  { workload: 'W3', title: 'W3 the whole farm fetched', judged: 'bytes', more: ['cpu', 'serverCpu', 'bytes'] },
  {
    workload: 'W3 saves',
    title: 'W3 p95 of a save while the whole farm is fetched, 40 ms between',
    floor: 'product idle',
    more: ['p50', 'max', 'saves'],
  },
  { workload: 'W4', title: 'W4 opened cold without signal', more: ['script', 'store', 'list', 'cpu', 'heapMB'] },
  {
    workload: 'W4 app',
    title: 'W4 the whole app opened cold without signal: first paint',
    floor: 'word',
    more: ['shifted'],
  },
  { workload: 'W4 tile', title: 'W4 the same: a button of Inicio takes a press', floor: 'word', more: [] },
  { workload: 'W4 form', title: 'W4 the same: the form of that button stands', floor: 'word', more: ['cpu'] },
  { workload: 'W5 last10', title: 'W5 the last ten after a save', more: ['p95', 'max'] },
  { workload: 'W5 page', title: 'W5 fifty of a kind and half a year after a save', more: ['p95', 'max'] },
  { workload: 'W5 rain', title: 'W5 rain of a year by month after a save', more: ['p95', 'max'] },
  { workload: 'W5 stock', title: 'W5 animals by category after a save', more: ['p95', 'max'] },
  {
    workload: 'W6',
    title: 'W6 one write told to so many sockets, its POST included',
    floor: 'bare',
    more: ['p99', 'post', 'serverCpu'],
  },
  { workload: 'W7', title: 'W7 ten changed rows fetched', judged: 'bytes', more: ['cpu', 'serverCpu', 'bytes'] },
  {
    workload: 'W8',
    title: 'W8 a page on a new phone, a quarter of the processor, slow 4G: largest paint',
    floor: 'sign-up',
    more: ['painted', 'blocked', 'shifted', 'scriptBytes'],
  },
  {
    workload: 'S1',
    title: 'S1 single writes, so many clients at once',
    judged: 'serverCpu',
    floor: 'bare',
    more: ['perSecond', 'p99', 'serverCpu'],
  },
  {
    workload: 'S2',
    title: 'S2 a write of one farm while fifty phones load another of so many movements',
    floor: 'product alone',
    more: ['p95', 'max', 'loads'],
  },
  {
    workload: 'S3',
    title: 'S3 first load of so many movements, the server alone',
    floor: 'bare',
    more: ['serverCpu', 'bytes', 'calls'],
  },
  {
    workload: 'S5',
    title: 'S5 bytes on the disk for a movement, of so many recorded',
    floor: 'bare',
    column: 'bytesEach',
    judged: 'bytesEach',
    more: [],
  },
  { workload: 'S4 load', title: 'S4 first load of a farm of so many movements', floor: 'bare', more: grown },
  { workload: 'S4 feed', title: 'S4 a page of 500 from the middle of the feed', floor: 'bare', more: grown },
  { workload: 'S4 reconnect', title: 'S4 a phone ten commits behind comes back', floor: 'bare', more: grown },
  { workload: 'S4 write', title: 'S4 a write', floor: 'bare', more: grown },
  { workload: 'S4 all', title: 'S4 the list of everything', floor: 'bare', more: grown },
  { workload: 'S6 write', title: 'S6 single writes of 50 clients, so many farms', floor: 'bare', more: ofFarms },
  {
    workload: 'S6 write, 1 client',
    title: 'S6 single writes of 1 client, so many farms',
    floor: 'bare',
    more: ofFarms,
  },
  { workload: 'S6 reconnect', title: 'S6 phones ten commits behind, so many farms', floor: 'bare', more: ofFarms },
];

const tableOf = (workload) => tables.find((table) => table.workload === workload) ?? {};
/** Beside whom a workload is told. */
const floorOf = (workload) => tableOf(workload).floor ?? 'idb-relaxed';
/** What a later run is held against: calls, bytes and what a write costs the server are steadier than how long a busy machine took. */
export const judgeOf = (workload) => ({ floor: floorOf(workload), column: tableOf(workload).judged ?? 'ms' });

const heads = {
  perSecond: 'a second',
  serverCpu: 'server CPU ms',
  cpu: 'browser CPU ms',
  heapMB: 'heap MB',
  post: 'POST ms',
  loads: 'all loads ms',
  peakMB: 'peak MB',
  blocked: 'blocked (TBT) ms',
  scriptBytes: 'script, bytes',
};

function sizeTable({ title, more, column = 'ms' }, size, rows) {
  const floor = floorOf(rows[0].workload);
  const found = summarize(rows, { floor, column }).toSorted((a, b) => a.middle - b.middle);
  if (found.length === 0) return [];
  const told = more.filter((name) => rows.some((row) => typeof row[name] === 'number'));
  const lines = found.map((one) => {
    const others = columnsOf(rows, one.variant, told);
    const ratio = one.ratio === null ? '-' : ranged(one.ratio, one.ratioLeast, one.ratioMost);
    const cells = told.map((name) => (others[name] === undefined ? '-' : figure(others[name])));
    return `| ${[one.variant, ranged(one.middle, one.least, one.most), ratio, ...cells, one.rounds].join(' | ')} |`;
  });
  const head = [
    '',
    column === 'ms' ? 'ms' : 'bytes',
    `x ${floor}`,
    ...told.map((name) => heads[name] ?? name),
    'rounds',
  ];
  return [
    '',
    `### ${title}, ${size.toLocaleString('en')}`,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...lines,
  ];
}

/** The goals of performance.md that one of these workloads says something of, as the ratio to a peer of the same rounds. */
const goals = [
  { goal: 'G1', workload: 'W1', beside: 'idb-journal', most: 1.1 },
  { goal: 'G2', workload: 'W2', beside: 'idb-relaxed/100', most: 0.25 },
  { goal: 'G3', workload: 'W3', beside: 'idb-relaxed', most: 0.15 },
  { goal: 'a save in a first load', workload: 'W3 saves', beside: 'product idle', most: 3 },
  { goal: 'G4b', workload: 'W4', beside: 'idb-relaxed', most: 1 },
  { goal: 'shell', workload: 'W4 app', beside: 'word', most: 2 },
  { goal: 'tile', workload: 'W4 tile', beside: 'word', most: 4 },
  { goal: 'G5 last ten', workload: 'W5 last10', beside: 'idb-relaxed', most: 0.1 },
  { goal: 'G5 stock', workload: 'W5 stock', beside: 'idb-relaxed', most: 0.1 },
  { goal: 'G5b page', workload: 'W5 page', beside: 'idb-relaxed', most: 0.35 },
  { goal: 'G5c rain', workload: 'W5 rain', beside: 'idb-relaxed', most: 0.01 },
  { goal: 'G6', workload: 'W6', beside: 'bare', most: 1.2 },
  { goal: 'G7', workload: 'W7', beside: 'idb-relaxed', most: 0.8 },
  { goal: 'G9', workload: 'W8', beside: 'sign-up', most: 0.5 },
  { goal: 'S2', workload: 'S2', beside: 'product alone', most: 2 },
  { goal: 'writes', workload: 'S1', beside: 'bare', most: 2, size: 50 },
  { goal: 'writes, CPU', workload: 'S1', beside: 'bare', most: 2, size: 50, column: 'serverCpu' },
];

function goalLines(rows) {
  return goals.flatMap(({ goal, workload, beside, most, column, size: only }) => {
    const own = rows.filter((row) => row.workload === workload && (only === undefined || row.size === only));
    return [...new Set(own.map(({ size }) => size))].flatMap((size) => {
      const found = ratios(
        own.filter((row) => row.size === size),
        'product',
        beside,
        column,
      );
      if (found.length === 0) return [];
      const ratio = median(found);
      return [
        `| ${[goal, `${workload}, ${size.toLocaleString('en')}`, beside, `${most}x`, `${figure(ratio)}x`, ratio <= most ? 'yes' : 'no'].join(' | ')} |`,
      ];
    });
  });
}

/** Workloads that are measured at sizes of ten and a hundred times. */
const growing = /^S[46] /;

/** How much more each costs where there is more: linear is as many times as there is more. */
function growthLines(rows) {
  return tables.flatMap(({ workload }) => {
    const own = growing.test(workload) ? rows.filter((row) => row.workload === workload) : [];
    const sizes = [...new Set(own.map(({ size }) => size))].toSorted((a, b) => a - b);
    return sizes.slice(1).flatMap((size, index) =>
      ['product', 'bare'].flatMap((variant) => {
        const [less, more] = [sizes[index], size].map((one) =>
          columnsOf(
            own.filter((row) => row.size === one),
            variant,
            ['ms', 'serverCpu'],
          ),
        );
        if (less.ms === undefined || more.ms === undefined) return [];
        const times = (name) => (less[name] > 0 ? `${figure(more[name] / less[name])}x` : '-');
        const [from, to] = [sizes[index], size].map((one) => one.toLocaleString('en'));
        return [
          `| ${[workload, variant, from, to, `${figure(size / sizes[index])}x`, times('ms'), times('serverCpu')].join(' | ')} |`,
        ];
      }),
    );
  });
}

/** A table under its name; nothing where it has no lines. */
const titled = (title, head, lines) =>
  lines.length === 0
    ? []
    : ['', `### ${title}`, '', `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...lines];

/** Every figure as Markdown: a table for each workload and size, and how far the goals are. */
export function report(rows) {
  const lines = tables.flatMap((table) => {
    const own = rows.filter(({ workload }) => workload === table.workload);
    const sizes = [...new Set(own.map(({ size }) => size))].toSorted((a, b) => a - b);
    return sizes.flatMap((size) =>
      sizeTable(
        table,
        size,
        own.filter((row) => row.size === size),
      ),
    );
  });
  return [
    ...lines,
    ...titled('Growth', ['workload', '', 'from', 'to', 'as much', 'time', 'server CPU'], growthLines(rows)),
    ...titled('Goals', ['goal', 'workload', 'beside', 'most', 'measured', 'held'], goalLines(rows)),
    '',
  ].join('\n');
}
