import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { work } from './places.mjs';
import { cpuOfTree, processWith, untilAtRest } from './processes.mjs';

/** Of every browser of the bench. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
export const settleMs = 500;

async function launch(program, profile) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: program,
    headless: true,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    args: flags,
  });
  context.setDefaultTimeout(900_000);
  return context;
}

/** A browser of its own, on a new profile or on a copy of one; gone with its profile after `visit`. */
export async function withBrowser({ program, throttle }, profile, visit) {
  const folder = await mkdtemp(join(work, 'browser-'));
  if (profile) await cp(profile, folder, { recursive: true });
  const context = await launch(program, folder);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const failures = [];
    page.on('pageerror', (error) => failures.push(error.message));
    if (throttle > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    }
    // What a browser does at its start is not measured.
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const pid = processWith(`--user-data-dir=${folder}`);
    const rest = () => (pid === null ? Promise.resolve() : untilAtRest(pid));
    const cpu = () => (pid === null ? Number.NaN : cpuOfTree(pid));
    await rest();
    return await visit({ context, page, failures, cpu, rest });
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps what a visit leaves on the disk as a profile, for later visits to begin from. */
export async function keepProfile({ program }, profile, visit) {
  await rm(profile, { recursive: true, force: true });
  const context = await launch(program, profile);
  try {
    await visit({ context, page: context.pages()[0] ?? (await context.newPage()), failures: [], cpu: () => 0 });
  } finally {
    await context.close();
  }
}

/** Goes to a page of the bench and waits until it is open; gives what it says of its opening. */
export async function openPage({ page, failures }, address) {
  await page.goto(address, { waitUntil: 'commit' });
  await page
    .waitForFunction(() => window.opened, null, { polling: 20, timeout: 120_000 })
    .catch((error) => {
      throw new Error([...failures, error.message].join('; '));
    });
  return await page.evaluate(() => window.opened);
}

/** Does a workload of the page. */
export const ask = ({ page }, word, ...given) =>
  page.evaluate(([name, values]) => window.bench[name](...values), [word, given]);

/** Counts what goes over the wire of a page; `taken` waits for the last answers and begins anew. */
export function countBytes({ page }) {
  const sizes = [];
  page.on('requestfinished', (request) => sizes.push(request.sizes().catch(() => null)));
  return {
    taken: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const all = await Promise.all(sizes.splice(0));
      return all
        .filter((size) => size !== null)
        .reduce(
          (sum, size) =>
            sum + size.requestBodySize + size.requestHeadersSize + size.responseBodySize + size.responseHeadersSize,
          0,
        );
    },
  };
}
