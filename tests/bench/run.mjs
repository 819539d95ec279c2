// What `npm run bench` runs: the shipped product beside its peers. src/docs/bench.md says what is measured, and how to read it.
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '../../src/commands/find-browser.mjs';
import { readOptions } from './lib/options.mjs';
import { buildPages, scriptBytes } from './lib/pages.mjs';
import { bench, work } from './lib/places.mjs';
import { judgeOf, report } from './lib/report.mjs';
import { productRatios, worse } from './lib/stats.mjs';
import { drainWorkload } from './workloads/drain.mjs';
import { landingWorkload } from './workloads/landing.mjs';
import { phoneWorkloads } from './workloads/phone.mjs';
import { serverWorkloads } from './workloads/server.mjs';

const landedFile = join(bench, 'landed.json');
const say = (line) => process.stdout.write(`${line}\n`);

/** Collects what is measured, and goes on where one visit fails. */
function recorder(out) {
  const rows = [];
  const failures = [];
  const keep = () => {
    if (out) writeFileSync(out, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  };
  const record = (row) => {
    rows.push({ ...row, at: new Date().toISOString() });
    keep();
    const { workload, size, variant, round, ms, bytesEach } = row;
    say(`${workload} ${size} ${variant} round ${round}: ${(ms ?? bytesEach ?? 0).toFixed(2)}`);
  };
  return {
    rows,
    failures,
    record,
    /** Does one measurement; what it gives is a row, null gives none, what it throws is told at the end. */
    attempt: async (row, act) => {
      try {
        const measured = await act();
        if (measured !== null && Object.keys(measured).length > 0) record({ ...row, ...measured });
      } catch (error) {
        const told = `${row.workload} ${row.size} ${row.variant} round ${row.round}: ${error.message}`;
        failures.push(told);
        say(`FAILED ${told}`);
      }
    },
    /** Whether all stores say the same. */
    compare: (size, answers) => {
      const [first] = answers.values();
      for (const [id, said] of answers)
        for (const question of Object.keys(first))
          if (JSON.stringify(said[question]) !== JSON.stringify(first[question]))
            failures.push(
              `answers ${size} ${id}: ${question} is ${JSON.stringify(said[question]).slice(0, 300)} and not ${JSON.stringify(first[question]).slice(0, 300)}`,
            );
      say(`answers ${size}: ${[...answers.keys()].join(', ')}`);
    },
  };
}

function tellCheck(rows) {
  const now = productRatios(rows, judgeOf);
  const { factor, ratios } = JSON.parse(readFileSync(landedFile, 'utf8'));
  const found = worse(now, ratios, factor);
  for (const line of found) say(`WORSE ${line}`);
  if (found.length === 0) say(`No ratio is above ${factor} times what was landed.`);
  return found.length;
}

async function measure(run) {
  await buildPages();
  say(`Scripts, gzip: ${JSON.stringify(scriptBytes())}`);
  if (['W1', 'W3', 'W4', 'W5', 'W7'].some(run.wants)) await phoneWorkloads(run);
  if (run.wants('W8')) await landingWorkload(run);
  if (run.wants('W2')) await drainWorkload(run);
  if (['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'W6'].some(run.wants)) await serverWorkloads(run);
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.read.length > 0) {
    say(report(options.read.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))));
    return 0;
  }
  const program = findBrowser();
  if (!program) return 1;
  const taken = recorder(options.out);
  try {
    await measure({ ...options, ...taken, program });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  say(report(taken.rows));
  for (const line of taken.failures) say(`FAILED ${line}`);
  if (options.land) {
    const { factor } = JSON.parse(readFileSync(landedFile, 'utf8'));
    const landed = { factor, ratios: productRatios(taken.rows, judgeOf) };
    writeFileSync(landedFile, `${JSON.stringify(landed, null, 2)}\n`);
  }
  const gotWorse = options.check ? tellCheck(taken.rows) : 0;
  return taken.failures.length + gotWorse > 0 ? 1 : 0;
}

process.exit(await main());
