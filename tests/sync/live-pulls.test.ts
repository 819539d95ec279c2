import { expect, test } from 'vitest';
import { LivePulls } from '../../src/app/sync/pull/live.ts';

/** A clock that a test sets on, and fetches that it ends. */
function bench() {
  let now = 1_000;
  let due: { at: number; run: () => void }[] = [];
  const begun: number[] = [];
  let end = (): void => undefined;
  const clock = {
    now: () => now,
    after: (ms: number, run: () => void) => {
      const entry = { at: now + ms, run };
      due.push(entry);
      return () => {
        due = due.filter((each) => each !== entry);
      };
    },
  };
  const pulls = new LivePulls(clock, () => {
    begun.push(now);
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    for (const { run } of due.filter(({ at }) => at <= now)) run();
    due = due.filter(({ at }) => at > now);
    await Promise.resolve();
  };
  const finish = async (): Promise<void> => {
    end();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { pulls, pass, finish, begun, setBack: (ms: number) => (now -= ms) };
}

test('the first message is fetched at once, and those of a burst together after it', async () => {
  const { pulls, pass, finish, begun } = bench();
  void pulls.ask();
  for (let message = 0; message < 40; message += 1) void pulls.ask();
  expect(begun).toEqual([1_000]);
  await pass(200);
  await finish();
  for (let message = 0; message < 40; message += 1) void pulls.ask();
  await pass(499);
  expect(begun).toEqual([1_000]);
  await pass(1);
  expect(begun).toEqual([1_000, 1_700]);
});

test('a message that comes while the last one is fetched is not forgotten', async () => {
  const { pulls, pass, finish, begun } = bench();
  void pulls.ask();
  void pulls.ask();
  await finish();
  await pass(500);
  expect(begun).toEqual([1_000, 1_500]);
  await finish();
  await pass(5_000);
  expect(begun).toHaveLength(2);
  void pulls.ask();
  expect(begun).toHaveLength(3);
});

test('a clock that was set back by a year puts off by half a second, and who stops fetches nothing', async () => {
  const { pulls, pass, finish, begun, setBack } = bench();
  void pulls.ask();
  await finish();
  setBack(365 * 86_400_000);
  void pulls.ask();
  await pass(500);
  expect(begun).toHaveLength(2);
  await finish();
  void pulls.ask();
  pulls.stop();
  await pass(60_000);
  expect(begun).toHaveLength(2);
});

test('a fetch that fails puts nothing off for good', async () => {
  let fails = true;
  let done = 0;
  const clock = { now: () => 0, after: (_ms: number, run: () => void) => (queueMicrotask(run), () => undefined) };
  const pulls = new LivePulls(clock, async () => {
    done += 1;
    if (fails) throw new Error('away');
  });
  await expect(pulls.ask()).rejects.toThrow('away');
  fails = false;
  await pulls.ask();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(done).toBe(2);
});
