const oneCheck = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Runs steps one after the other, the rest too when one fails: a person wants the whole list. A step is `{ name, run }`; `run`
 * gives an exit code, or the tests it counted as `{ passed, failed, skipped?, failures? }`; `failures` has a line for each.
 */
export const runSteps = async (steps) => {
  const results = [];
  for (const { name, run } of steps) {
    console.log(`\n== ${name}`);
    const started = performance.now();
    const outcome = await run();
    const seconds = (performance.now() - started) / 1000;
    results.push({ name, seconds, skipped: 0, ...(typeof outcome === 'number' ? oneCheck(outcome) : outcome) });
  }
  return results;
};

/** Prints the table of steps and, last, the closing line; gives the exit code. */
export const report = (results) => {
  console.log('');
  // Again, at the end: whoever sees only the last lines of a long run knows what failed.
  for (const { failures = [] } of results) for (const line of failures) console.log(`FAIL ${line}`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? ` ${skipped} skipped` : ''}`;
    console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${counts}  ${seconds.toFixed(1)} s`);
  }
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
};
