// npm run shots: pictures of every screen at 360x740 and 1280x800, of the demonstration's farm, into test-results/shots.
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findBrowser } from './find-browser.mjs';
import { runPlaywright } from './run.mjs';

await ensureInstalled();
const failed = (await ensureBuilt(app)) || (await ensureBuilt(server));
const chromium = failed ? null : findBrowser();
process.exitCode = chromium ? await runPlaywright(chromium, ['--config', 'tests/e2e/shots.config.ts']) : 1;
