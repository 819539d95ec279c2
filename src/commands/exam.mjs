// npm run exam -- <address>: the contract's exam, from outside, at any backend. Exit code 1 when something fails.
import { ensureBuilt, fingerprint } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { keepRunning } from './keep-running.mjs';
import { inRoot } from './root.mjs';
import { runTool } from './run.mjs';

const exam = {
  name: 'exam',
  result: 'dist/exam/exam/main.js',
  mark: () => fingerprint(['src/exam', 'src/contract', 'src/domain', 'package-lock.json', 'tsconfig.json']),
  build: () => runTool('typescript', ['-p', 'src/exam/tsconfig.json'], { command: 'tsc' }),
};

await ensureInstalled();
const failed = await ensureBuilt(exam);
if (failed) process.exit(2);
const started = keepRunning(process.execPath, [inRoot(exam.result), ...process.argv.slice(2)]);
process.exitCode = await started.exitCode;
