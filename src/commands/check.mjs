// npm run check: all checks that do not run the product.
import { checkSteps, report, runSteps } from './steps.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await ensureInstalled();
process.exitCode = report(await runSteps(checkSteps()));
