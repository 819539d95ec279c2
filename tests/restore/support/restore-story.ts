import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call } from '../../e2e/support/people.ts';
import type { Backed } from './backing.ts';
import type { BrowserPhone } from './browser-phone.ts';
import { type CorePhone, openCorePhone } from './core-phone.ts';
import type { LineCall } from './phone-line.ts';
import { recordsOn, type RestoreFarm, settleRestoreFarm, team, type Told, tokenOfAna } from './restore-farm.ts';

/** Records of each phone that the copy does not have. */
const sentSinceCopy = 100;
const sentBeforeCopy = 4;
const neverSent = 2;

/** Five phones of one farm: two are browsers with the built app, three the app's core. */
export interface Story {
  readonly farm: RestoreFarm;
  readonly backed: Backed;
  readonly browsers: readonly BrowserPhone[];
  readonly cores: readonly CorePhone[];
  /** The marks of everything that somebody has called saved. */
  readonly saved: string[];
  /** What was corrected, by its mark: the millimetres that hold now. */
  readonly corrected: Map<string, number>;
  readonly deleted: Set<string>;
  readonly close: () => Promise<void>;
}

/** Takes two browsers and three other phones out of their boxes. */
export async function openStory(
  backed: Backed,
  openBrowser: (farm: RestoreFarm, name: 'ana' | 'caro') => Promise<BrowserPhone>,
): Promise<Story> {
  const farm = await settleRestoreFarm(backed);
  const browsers = [await openBrowser(farm, 'ana'), await openBrowser(farm, 'caro')];
  const cores = await Promise.all([team.beto, team.dario, team.elena].map((who) => openCorePhone(farm.server, who)));
  const close = async (): Promise<void> => {
    for (const phone of [...browsers, ...cores]) await phone.close();
    await backed.close();
  };
  return { farm, backed, browsers, cores, saved: [], corrected: new Map(), deleted: new Set(), close };
}

const phonesOf = ({ browsers, cores }: Story): readonly (BrowserPhone | CorePhone)[] => [...browsers, ...cores];

export async function setSignal(story: Story, hasSignal: boolean): Promise<void> {
  await Promise.all(phonesOf(story).map((phone) => phone.setSignal(hasSignal)));
}

const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
const must = <T extends { readonly ok: boolean }>(outcome: T): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome;
};

/** Rain and births by turns: one is counted by its mark, the other by its heads too. */
async function recordOn(story: Story, { farm: { acts } }: CorePhone, mark: string, isBirth: boolean): Promise<void> {
  const { lot, rodeo, calf } = story.farm;
  const date = today();
  const born = { date, lot_id: lot, rodeo_id: rodeo, animals: [{ type: calf, count: 1 }], detail: mark };
  must(
    await (isBirth ? acts.recordMovement('BIRTH', born) : acts.recordMovement('RAIN', { date, mm: 5, detail: mark })),
  );
}

/** Every phone records so much, with no signal. */
async function recordOnAll(story: Story, when: string, count: number): Promise<void> {
  for (const phone of story.browsers) {
    await phone.fill(`${when}-${phone.name}`, count);
    story.saved.push(...Array.from({ length: count }, (_, mark) => `${when}-${phone.name}-${mark}`));
  }
  for (const phone of story.cores) {
    for (let index = 0; index < count; index += 1) {
      const mark = `${when}-${phone.name}-${index}`;
      await recordOn(story, phone, mark, index % 2 === 1);
      story.saved.push(mark);
    }
  }
}

const isCalm = async (phone: BrowserPhone | CorePhone): Promise<boolean> => {
  if ('page' in phone) return await phone.isUpToDate();
  const { waiting, withError } = phone.farm.status();
  return waiting === 0 && withError === 0;
};

/** What keeps the farm from being at rest, in words: nothing when every record is on the server and no phone has anything to send. */
async function whatIsMissing(story: Story, token: string): Promise<readonly string[]> {
  const there = new Set((await recordsOn(story.farm, token)).map(({ detail }) => detail));
  const missing = story.saved.filter((mark) => !there.has(mark));
  const waiting: string[] = [];
  for (const phone of phonesOf(story)) if (!(await isCalm(phone))) waiting.push(phone.name);
  return [
    ...(missing.length > 0
      ? [`${missing.length} of ${story.saved.length} are not on the server: ${missing[0]}, …`]
      : []),
    ...waiting.map((name) => `${name} still has something to send`),
  ];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the farm is at rest, or so long that it will not be any more; gives what is still missing then. */
export async function untilAtRest(story: Story, token: string, mostMs = 180_000): Promise<readonly string[]> {
  for (const end = Date.now() + mostMs; ; await pause(500)) {
    const missing = await whatIsMissing(story, token);
    if (missing.length === 0 || Date.now() > end) return missing;
  }
}

async function mustRest(story: Story, when: string): Promise<void> {
  const missing = await untilAtRest(story, await tokenOfAna(story.farm.server));
  if (missing.length > 0) throw new Error(`${when}: ${missing.join('; ')}`);
}

const idOf = async (phone: CorePhone, mark: string): Promise<string> => {
  const { items } = await phone.farm.views.page({}, null, 2_000);
  const found = items.find(({ movement }) => movement.detail === mark);
  if (!found) throw new Error(`${phone.name} does not see ${mark}`);
  return found.movement.id;
};

async function correct(story: Story, phone: CorePhone, mark: string, mm: number): Promise<void> {
  const payload = { date: today(), mm, detail: mark };
  must(await phone.farm.acts.editMovement(await idOf(phone, mark), payload));
  story.corrected.set(mark, mm);
}

async function remove(story: Story, phone: CorePhone, mark: string): Promise<void> {
  must(await phone.farm.acts.deleteMovement(await idOf(phone, mark)));
  story.deleted.add(mark);
}

/** Corrections and deletions, of own records and others', of what the copy has and what it lacks. */
async function changeRecords(story: Story): Promise<void> {
  const [beto, dario, elena] = story.cores;
  if (!beto || !dario || !elena) throw new Error('There are three phones');
  await correct(story, beto, 'since-Beto-0', 31);
  await remove(story, beto, 'since-Beto-2');
  await correct(story, dario, 'before-Dario-0', 32);
  await remove(story, elena, 'before-Elena-0');
  await correct(story, elena, 'since-Caro-1', 33);
  await remove(story, dario, 'since-Ana-1');
  // What two phones send at the same moment has no order that a test could know.
  await mustRest(story, 'after the first corrections');
  await correct(story, dario, 'since-Beto-0', 34);
  for (const { farm } of story.cores) await farm.acts.sendNow();
}

/** Everything up to the moment at which the copy is put back: all phones without signal, each with something that it never sent. */
export async function liveUntilDisaster(story: Story): Promise<void> {
  await setSignal(story, false);
  await recordOnAll(story, 'before', sentBeforeCopy);
  await setSignal(story, true);
  await mustRest(story, 'before the copy');
  await story.backed.keepCopy();
  await setSignal(story, false);
  await recordOnAll(story, 'since', sentSinceCopy);
  await setSignal(story, true);
  await mustRest(story, 'after the copy');
  await changeRecords(story);
  await mustRest(story, 'after the corrections');
  const wrong = await whatIsWrong(story, await tokenOfAna(story.farm.server));
  if (wrong.length > 0) throw new Error(`before the disaster: ${wrong.join('; ')}`);
  await setSignal(story, false);
  await recordOnAll(story, 'unsent', neverSent);
}

/** Somebody else writes more than the copy lacks before any phone is back: its sequence passes theirs. */
export async function overtake(story: Story): Promise<void> {
  const token = await tokenOfAna(story.farm.server);
  const { organizationId, server } = story.farm;
  const most = 100;
  for (let sent = 0; sent < sentSinceCopy * 5 + most; sent += most) {
    const operations = Array.from({ length: most }, (_, index) => ({
      key: randomUUID(),
      method: 'POST',
      path: `/api/movement/weather/rain/${organizationId}`,
      body: { date: today(), mm: 1, detail: `desk-${sent + index}` },
    }));
    const { results } = await call(server, 'POST', `/api/sync/${organizationId}/ops`, { token, body: { operations } });
    if ((results as { status: number }[]).some(({ status }) => status !== 200))
      throw new Error(JSON.stringify(results));
    story.saved.push(...operations.map(({ body }) => body.detail));
  }
}

/** What of the records is not as people left it: there not once, not as corrected, not deleted. */
export async function whatIsWrong(story: Story, token: string): Promise<readonly string[]> {
  const byMark = new Map<string, Told[]>();
  for (const told of await recordsOn(story.farm, token)) {
    byMark.set(told.detail ?? '', [...(byMark.get(told.detail ?? '') ?? []), told]);
  }
  const wrong = story.saved.flatMap((mark) => {
    const [first, ...more] = byMark.get(mark) ?? [];
    if (!first) return [`${mark} is not there`];
    if (more.length > 0) return [`${mark} is there ${more.length + 1} times`];
    if (first.deleted !== story.deleted.has(mark)) return [`${mark} ${first.deleted ? 'is' : 'is not'} deleted`];
    const mm = story.corrected.get(mark);
    const told = first.metadata['mm'];
    return mm !== undefined && told !== mm ? [`${mark} has ${String(told)} mm, not ${mm}`] : [];
  });
  const strange = [...byMark.keys()].filter((mark) => !story.saved.includes(mark));
  return [...wrong, ...strange.map((mark) => `nobody recorded ${mark}`)];
}

/** The heads that were born: the book counts each once. */
export const bornIn = ({ saved }: Story): number =>
  saved.filter((mark) => /-(Beto|Dario|Elena)-\d*[13579]$/.test(mark)).length;

/** The calls of each phone since the signal was back, the most frequent first. */
export function callsOf(story: Story): Readonly<Record<string, number>> {
  return Object.fromEntries(phonesOf(story).map(({ name, line }) => [name, line.calls().length]));
}

export const summaryOf = (calls: readonly LineCall[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { method, path, status, code } of calls) {
    const kind = `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')} ${status} ${code ?? ''}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

export const countAnew = (story: Story): void => {
  for (const { line } of phonesOf(story)) line.countAnew();
};

/** `npm run doctor`, on what the server keeps: nothing where the book adds up and the feed has no holes. */
export async function askDoctor({ backed }: Story): Promise<string> {
  const doctor = fileURLToPath(new URL('../../../dist/server/server/doctor.js', import.meta.url));
  const env = { ...process.env, ...backed.settings };
  return await promisify(execFile)(process.execPath, [join(doctor)], { env }).then(
    () => '',
    (failed: { stdout?: string; stderr?: string }) => `${failed.stdout}${failed.stderr}`,
  );
}
