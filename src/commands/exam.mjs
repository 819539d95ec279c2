// npm run exam -- <address>: the contract's exam, from outside, at any backend. Exit code 1 when something fails.
import { fingerprint, runBuilt } from './ensure-built.mjs';
import { runTool } from './run.mjs';

const exam = {
  name: 'exam',
  result: 'dist/exam/exam/main.js',
  mark: () => fingerprint(['src/exam', 'src/contract', 'src/domain', 'package-lock.json', 'tsconfig.json']),
  build: () => runTool('typescript', ['-p', 'src/exam/tsconfig.json'], { command: 'tsc' }),
};

await runBuilt([exam], exam.result, 2);
