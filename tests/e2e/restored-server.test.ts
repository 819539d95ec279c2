import { expect, test } from '@playwright/test';
import { backedByDump, backedByStandby, whyNoPostgres } from '../restore/support/backing-postgres.ts';
import { type Backed, backedByFolder } from '../restore/support/backing.ts';
import { openBrowserPhone } from '../restore/support/browser-phone.ts';
import { headsOn, tokenOfAna } from '../restore/support/restore-farm.ts';
import {
  askDoctor,
  bornIn,
  callsOf,
  countAnew,
  liveUntilDisaster,
  openStory,
  overtake,
  setSignal,
  type Story,
  summaryOf,
  untilAtRest,
  whatIsWrong,
} from '../restore/support/restore-story.ts';

/**
 * The server comes back from a copy, and nobody tells it so: 500 records that the copy lacks lie in the archives of five phones, two
 * of them browsers with the built app. Each way back twice: the phones are ahead of the server, or others have written past them.
 */
const ways: readonly {
  readonly way: string;
  readonly open: () => Promise<Backed>;
  readonly whyNot: () => string | null;
}[] = [
  { way: 'a copy of the data folder', open: () => backedByFolder(), whyNot: () => null },
  { way: 'a dump of PostgreSQL', open: () => backedByDump(), whyNot: whyNoPostgres },
  { way: 'a standby of PostgreSQL that missed the end', open: () => backedByStandby(), whyNot: whyNoPostgres },
];

/** What every run of the tests tries; before a release all are (`RESTORES=all`). */
const inEveryRun = new Set([
  'a copy of the data folder, overtaken',
  'a standby of PostgreSQL that missed the end, ahead',
]);

/** A phone may make this many calls until all is told. */
const mostCalls = 60;

let story: Story | null = null;

test.afterEach(async () => {
  await story?.close();
  story = null;
});

for (const { way, open, whyNot } of ways) {
  for (const isOvertaken of [false, true]) {
    const when = isOvertaken ? 'when others have written past the phones' : 'when the phones are ahead';
    test(`${way} loses nothing ${when}: all is there again, once`, async () => {
      test.setTimeout(600_000);
      const isTried =
        process.env['RESTORES'] === 'all' || inEveryRun.has(`${way}, ${isOvertaken ? 'overtaken' : 'ahead'}`);
      test.skip(!isTried, 'before a release: RESTORES=all');
      const reason = whyNot();
      if (reason !== null) process.stderr.write(`NOT TRIED, ${way}: ${reason}\n`);
      test.skip(reason !== null, reason ?? '');
      story = await openStory(await open(), openBrowserPhone);
      await liveUntilDisaster(story);
      await story.backed.goBack();
      if (isOvertaken) await overtake(story);
      countAnew(story);
      await setSignal(story, true);
      const token = await tokenOfAna(story.farm.server);
      const began = performance.now();
      const missing = await untilAtRest(story, token);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const calls = callsOf(story);
      const asked = [...story.browsers, ...story.cores].map(({ name, line }) => [name, summaryOf(line.calls())]);
      expect(missing, JSON.stringify(asked)).toEqual([]);
      process.stdout.write(`${way}, ${when}: at rest ${seconds} s after the signal, calls ${JSON.stringify(calls)}\n`);
      expect(await whatIsWrong(story, token)).toEqual([]);
      expect(await headsOn(story.farm, token)).toBe(bornIn(story));
      for (const [name, count] of Object.entries(calls)) {
        expect(count, `${name}: ${JSON.stringify(asked)}`).toBeLessThan(mostCalls);
      }
      await expectPhonesWhole(story);
      expect(await askDoctor(story)).toBe('');
    });
  }
}

async function expectPhonesWhole({ browsers, cores, saved, deleted }: Story): Promise<void> {
  const kept = saved.filter((mark) => !deleted.has(mark)).toSorted();
  for (const { farm, name } of cores) {
    const shown = async (): Promise<readonly string[]> => {
      const { items } = await farm.views.page({}, null, 5_000);
      return items
        .filter(({ movement }) => !movement.deleted)
        .flatMap(({ movement }) => movement.detail ?? [])
        .toSorted();
    };
    // What others sent last is fetched together with what follows it, half a second later.
    await expect.poll(shown, { message: name, timeout: 60_000 }).toEqual(kept);
    expect(farm.status(), name).toMatchObject({ waiting: 0, withError: 0 });
  }
  const rain = kept.filter((mark) => !/-(Beto|Dario|Elena)-\d*[13579]$/.test(mark));
  for (const phone of browsers) {
    // What others sent comes down by small steps, so that nobody's save waits for it.
    const shown = async (): Promise<readonly string[]> =>
      (await phone.held()).shown.filter((mark) => !deleted.has(mark)).toSorted();
    await expect.poll(shown, { message: phone.name, timeout: 60_000 }).toEqual(rain);
    await phone.setSignal(false);
    const { waiting, withError } = await phone.held();
    expect([waiting, withError, phone.errors], phone.name).toEqual([0, 0, []]);
    expect(await shown(), phone.name).toEqual(rain);
  }
}
