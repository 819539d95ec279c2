import { expect, test } from 'vitest';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { HandClock, Phone } from '../support/field.ts';
import { openFieldServer } from '../support/field-server.ts';
import { openMortalDisk } from '../support/mortal-disk.ts';

/** 50 a day before a release: 3,000 records. */
const [days, each] = [60, Number(process.env['RECORDS_A_DAY'] ?? 10)];
const dayMs = 24 * 3_600_000;

test(`${days * each} records of ${days} days without signal: the screens answer all the time, a database that goes takes none, and each is sent once`, async () => {
  const clock = new HandClock();
  const server = await openFieldServer(clock);
  const disk = openMortalDisk({ now: clock.now });
  const phone = await new Phone(server, clock, 'ana', openFarmStore(disk)).start();
  phone.fault = 'no-signal';
  const keys: string[] = [];
  for (let day = 0; day < days; day += 1) {
    await phone.restart();
    for (let count = 0; count < each; count += 1) {
      const saved = await phone.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 1 + (count % 40) });
      if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
      keys.push(saved.value.opId);
    }
    expect(await phone.farm.views.lastTen()).toHaveLength(10);
    phone.farm.stop();
    if (day === days / 2) disk.loseUnderThePage();
    await clock.pass(dayMs);
  }
  await phone.restart();
  expect((await phone.farm.views.pending()).map(({ opId }) => opId)).toEqual(keys);
  await phone.reconnect();
  for (let minute = 0; minute < 60 && (await phone.farm.views.pending()).length > 0; minute += 1) {
    await clock.pass(60_000);
    expect(await phone.farm.views.lastTen()).toHaveLength(10);
  }
  expect(await phone.farm.views.pending()).toEqual([]);
  const applied = (await server.applied()).filter((key) => keys.includes(key));
  expect(applied.toSorted()).toEqual(keys.toSorted());
  expect(await server.movements()).toHaveLength(keys.length);
  phone.farm.stop();
}, 240_000);
