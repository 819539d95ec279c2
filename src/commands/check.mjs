// npm run check: everything that can be said about the code without running the product.
import { checkSteps } from './check-steps.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { report, runSteps } from './steps.mjs';

await ensureInstalled();
process.exitCode = report(await runSteps(checkSteps()));
