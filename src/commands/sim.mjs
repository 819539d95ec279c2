// npm run sim: simulates whole days of phones, bad links and crashes on the real client and server cores, and checks after every step that no record
// is lost, doubled or misreported (tests/support/sim).
//   -- --schedules N [--from S]   N days from seed S on (10,000 from 1)
//   -- --seed S                   one day again
//   -- --mutants                  each known bug switched on: fails if one goes unnoticed
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './ensure-installed.mjs';
import { inRoot, runTool } from './run.mjs';

const workers = 2;
const daysInBlock = 25;
const daysForBug = 200;
const entry = fileURLToPath(new URL('../../tests/support/sim/worker.ts', import.meta.url));
// Where the server's own files lie beside each other: it knows its version by them, and the bundle is all of them.
const program = inRoot('test-results', 'sim');
const built = `${program}/server/sync`;

const whole = (text, name) => {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  console.error(`--${name} takes a whole number above zero, not ${text}`);
  process.exit(2);
};

/** Node runs no TypeScript: bundles the worker. */
const build = () => {
  for (const part of ['contract', 'domain']) mkdirSync(`${program}/${part}`, { recursive: true });
  return runTool('vite', [
    'build',
    inRoot('tests', 'support', 'sim'),
    '--ssr',
    entry,
    '--outDir',
    built,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ]);
};

/** Runs tasks in worker processes, in order; `onAnswer` gets each answer with its task. */
const runTasks = async (tasksFor, onAnswer) => {
  const left = [];
  const lane = () =>
    new Promise((resolve, reject) => {
      const worker = fork(`${built}/worker.js`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      let current = null;
      const next = () => {
        current = left.shift() ?? null;
        if (current) worker.send(current);
        else worker.disconnect();
      };
      worker.on('message', (message) => {
        if (message.is === 'ready') {
          if (!left.isFilled) left.push(...tasksFor(message.bugs));
          left.isFilled = true;
        } else onAnswer(current, message.answer);
        next();
      });
      worker.once('error', reject);
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}`))));
    });
  await Promise.all(Array.from({ length: workers }, lane));
};

const seconds = (since) => (performance.now() - since) / 1000;
const replay = (seed) => `npm run sim -- --seed ${seed}`;

const liveDays = async (first, count) => {
  const started = performance.now();
  const sum = { days: 0, acts: 0, steps: 0, crashes: 0, restores: 0, thrownAway: 0, failed: 0 };
  let reportedAt = started;
  const blocks = Array.from({ length: Math.ceil(count / daysInBlock) }, (_, index) => {
    const from = first + index * daysInBlock;
    return { is: 'days', first: from, count: Math.min(daysInBlock, first + count - from) };
  });
  await runTasks(
    () => blocks,
    (_task, { failures, ...block }) => {
      for (const [name, value] of Object.entries(block)) sum[name] += value;
      sum.failed += failures.length;
      for (const { seed, message } of failures) console.log(`VIOLATION seed ${seed}: ${message}\n  ${replay(seed)}`);
      if (performance.now() - reportedAt < 10_000 && sum.days < count) return;
      reportedAt = performance.now();
      console.log(
        `${sum.days} of ${count} days, ${(sum.days / seconds(started)).toFixed(1)} seeds/s, ${sum.failed} failed`,
      );
    },
  );
  const { days, acts, steps, crashes, restores, thrownAway, failed } = sum;
  console.log(
    `\nSeeds ${first} to ${first + count - 1}: ${days} days, ${acts} records and changes, ${steps} steps, ${crashes} tabs that died, ` +
      `${restores} restored backups, ${thrownAway} databases thrown away by browsers, in ${seconds(started).toFixed(0)} s.\n${failed} violations of I1 to I10.`,
  );
  return failed === 0 && days === count;
};

const huntMutants = async () => {
  const survivors = [];
  await runTasks(
    (bugs) => [
      { is: 'harmless', most: daysForBug },
      ...bugs.map(({ bug, says }) => ({ is: 'bug', bug, says, most: daysForBug })),
    ],
    (task, found) => {
      const isWell = (task.is === 'bug') === (found !== null);
      const name =
        task.is === 'bug' ? `${task.bug}: ${task.says}` : `no locks between tabs: does no harm in ${task.most} days`;
      const seen = found ? `day ${found.seed}, ${found.message.slice(0, 60)}` : '';
      console.log(`${isWell ? 'ok  ' : 'FAIL'} ${name}${seen && `\n       ${seen}`}`);
      if (!isWell) survivors.push(name);
    },
  );
  console.log(`\n${survivors.length} that should have been seen were not, or were seen where nothing is wrong.`);
  return survivors.length === 0;
};

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
});
await ensureInstalled();
if ((await build()) !== 0) process.exit(1);
const run = () => {
  if (values.mutants) return huntMutants();
  if (values.seed !== undefined) return liveDays(whole(values.seed, 'seed'), 1);
  return liveDays(whole(values.from, 'from'), whole(values.schedules, 'schedules'));
};
process.exitCode = (await run()) ? 0 : 1;
