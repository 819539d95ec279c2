// npm run check: all checks that do not run the product.
import { checkSteps } from './check-steps.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { report, runSteps } from './steps.mjs';

await ensureInstalled();
process.exitCode = report(await runSteps(checkSteps()));
