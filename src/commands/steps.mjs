import { availableParallelism } from 'node:os';
import { printedAtOnce } from './run.mjs';

const oneCheck = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const runStep = async ({ name, run }) => {
  const started = performance.now();
  const outcome = await run();
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, skipped: 0, ...(typeof outcome === 'number' ? oneCheck(outcome) : outcome) };
};

/** As many at once as processors, two at most; each one's output is printed together at its end. */
const runBeside = async (steps) => {
  const results = new Map();
  const left = [...steps];
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      results.set(step, await printedAtOnce(`\n== ${step.name}\n`, () => runStep(step)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return steps.map((step) => results.get(step));
};

/**
 * Runs steps in order, also after a failure. A step is `{ name, run }`; `run` gives an exit code, or `{ passed, failed, skipped?, failures?,
 * skips? }`, the last two a line each. Nested lists run side by side.
 */
export const runSteps = async (steps) => {
  const results = [];
  for (const step of steps) {
    if (Array.isArray(step)) {
      results.push(...(await runBeside(step)));
      continue;
    }
    console.log(`\n== ${step.name}`);
    results.push(await runStep(step));
  }
  return results;
};

/** Prints the table of steps and the closing line; returns the exit code. */
export const report = (results) => {
  console.log('');
  // Repeated at the end, for who sees only the last lines.
  for (const { failures = [] } of results) for (const line of failures) console.log(`FAIL ${line}`);
  for (const { skips = [] } of results) for (const line of skips) console.log(`SKIP ${line}`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? ` ${skipped} skipped` : ''}`;
    console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${counts}  ${seconds.toFixed(1)} s`);
  }
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
};
