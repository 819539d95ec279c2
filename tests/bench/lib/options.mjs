import { parseArgs } from 'node:util';

const list = (text) => text.split(',').filter((part) => part !== '');
const numbers = (text) => list(text).map(Number);

/** What the check looks at: little, and what is judged by calls, bytes or the server's processor. */
const small = {
  rounds: '3',
  rows: '1000',
  only: 'W2,W3,W7,S1,S5',
  queued: '200',
  writes: '500',
  stores: 'product,idb-relaxed',
};

/** Whom the check measures. */
const judged = new Set(['product', 'idb-relaxed', 'idb-relaxed/100']);

/** Reads the command line. Throws at an option that it does not know. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      rounds: { type: 'string' },
      only: { type: 'string' },
      rows: { type: 'string' },
      stores: { type: 'string' },
      queued: { type: 'string' },
      waiting: { type: 'string', default: '0' },
      writes: { type: 'string' },
      sockets: { type: 'string' },
      farms: { type: 'string' },
      throttle: { type: 'string', default: '1' },
      rtt: { type: 'string', default: '0' },
      out: { type: 'string' },
      read: { type: 'string' },
      check: { type: 'boolean', default: false },
      land: { type: 'boolean', default: false },
    },
  });
  // Landed ratios are those of the same small run that is held against them.
  const given = values.check || values.land ? { ...small, ...values } : values;
  const only = new Set(list(given.only ?? 'W1,W2,W3,W4,W5,W6,W7,W8,S1,S2,S3,S4,S5,S6'));
  const isSmall = values.check || values.land;
  const wanted = given.stores === undefined ? null : new Set(list(given.stores));
  return {
    rounds: Number(given.rounds ?? 5),
    sizes: numbers(given.rows ?? '1000,10000,100000'),
    queued: Number(given.queued ?? 1000),
    waiting: Number(given.waiting),
    writes: Number(given.writes ?? 1000),
    sockets: numbers(given.sockets ?? '100,1000'),
    farms: numbers(given.farms ?? '1,100,1000'),
    throttle: Number(given.throttle),
    rttMs: Number(given.rtt),
    out: given.out,
    read: list(given.read ?? ''),
    check: given.check,
    land: given.land,
    isSmall,
    wants: (workload) => only.has(workload),
    choose: (stores) => stores.filter(({ id }) => wanted === null || wanted.has(id)),
    isMeasured: ({ id }) => !isSmall || judged.has(id),
  };
}
