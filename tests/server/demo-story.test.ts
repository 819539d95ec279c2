import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daysBetween } from '../../src/domain/dates.ts';
import { holdsFor, withdrawalOf } from '../../src/domain/farm/withdrawal.ts';
import { farmRain } from '../../src/domain/farm/rain.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { isCuit } from '../../src/domain/office/cuit.ts';
import { addsUp, sumsOf } from '../../src/domain/office/invoice-sums.ts';
import { type Invoice, storedOf } from '../../src/domain/office/invoices.ts';
import { examine } from '../../src/server/database/doctor.ts';
import { type DemoStory, tellDemo } from '../support/demo-story.ts';

/** A veterinarian and an accountant look at the demonstration, on whatever day somebody opens it. */
const days = ['2026-01-05', '2026-04-25', '2027-07-03', '2028-02-29'];

interface Line {
  readonly type: string;
  readonly count: number;
  readonly average_kg?: number;
}
interface Posting {
  readonly lot_id: string | null;
  readonly rodeo_id: string | null;
  readonly category_id: string;
  readonly head: number;
}
type Said = Readonly<Record<string, unknown>>;

const said = (movement: Movement): Said => movement.metadata as Said;
const listIn = <T>(movement: Movement, name: string): readonly T[] =>
  (said(movement)[name] ?? []) as unknown as readonly T[];
const linesOf = ({ animals }: Movement): readonly Line[] => animals as unknown as readonly Line[];
const headsOf = (movement: Movement): number => linesOf(movement).reduce((sum, { count }) => sum + count, 0);
const postingsOf = (movement: Movement) => listIn<Posting>(movement, 'postings');
const between = (value: number, least: number, most: number): boolean => value >= least && value <= most;
const yearOf = ({ date }: Movement): number => Number(date.slice(0, 4));

describe.each(days)('The demonstration, opened on %s,', (day) => {
  let story: DemoStory;
  const of = (...types: readonly string[]): Movement[] =>
    story.movements.filter(({ type, deleted }) => types.includes(type) && !deleted);
  const categoryOf = ({ type }: Line): string => story.nameOf(type);

  beforeAll(async () => {
    story = await tellDemo(day);
  });
  afterAll(() => story.db.destroy());

  test('adds up for the doctor, and has nothing of tomorrow', async () => {
    expect(await examine(story.db)).toEqual([]);
    const written = [
      ...story.movements.flatMap(({ date, created_at }) => [date, created_at]),
      ...story.invoices.flatMap((one) => [one.issued_on ?? '', ...one.payments.map(({ date }) => date)]),
      ...[...story.tasks, ...story.notes].map(({ created_at }) => created_at),
      ...(await story.db.selectFrom('messages').select('at').execute()).map(({ at }) => at),
      ...story.cycles.map(({ service_start }) => service_start),
    ];
    expect(written.filter((moment) => moment.slice(0, 10) >= day)).toEqual([]);
    expect(between(daysBetween(story.movements[0]?.date ?? '', day), 731, 1097)).toBe(true);
    expect(story.movements[0]?.date.slice(5)).toBe('07-01');
  });

  test('has no cell below nothing at the end of any day, and what came in less what went out is there', async () => {
    const heads = new Map<string, number>();
    const lines = story.movements
      .filter(({ deleted }) => !deleted)
      .flatMap((one) => postingsOf(one).map((posting) => ({ day: one.date, ...posting })));
    const below: string[] = [];
    for (const date of new Set(lines.map((line) => line.day).toSorted())) {
      for (const { lot_id, rodeo_id, category_id, head } of lines.filter((line) => line.day === date)) {
        const cell = [lot_id, rodeo_id, category_id].join();
        heads.set(cell, (heads.get(cell) ?? 0) + head);
      }
      below.push(...[...heads].filter(([, head]) => head < 0).map(([cell]) => `${date} ${cell}`));
    }
    expect(below).toEqual([]);
    const kept = await story.db.selectFrom('cells').selectAll().where('head', '!=', 0).execute();
    expect(
      new Map(kept.map(({ lot_id, rodeo_id, category_id, head }) => [[lot_id, rodeo_id, category_id].join(), head])),
    ).toEqual(new Map([...heads].filter(([, head]) => head !== 0)));
    const sum = (...types: readonly string[]): number =>
      of(...types)
        .flatMap(postingsOf)
        .reduce((total, { head }) => total + head, 0);
    const internal = sum('TRANSFER', 'TRANSFER_RODEO', 'CHANGE_RODEO', 'RECATEGORIZATION', 'WEANING');
    const ends = sum('AUDIT_RECORD', 'BIRTH', 'BUY', 'EXTERNAL_TRANSFER', 'DEATH', 'SELL', 'OUTGOING_TRANSFER');
    expect(internal).toBe(0);
    expect(ends).toBe(kept.reduce((total, { head }) => total + head, 0));
  });

  test('has counts that agree with the book, and counts whose difference somebody approved', () => {
    const counts = of('AUDIT_RECORD').filter((one) => said(one)['kind'] === 'recount');
    const differences = counts.map((one) =>
      listIn<{ difference: number }>(one, 'counted').reduce((sum, { difference }) => sum + difference, 0),
    );
    expect(new Set(differences)).toEqual(new Set([0, -1]));
    expect(counts.filter((one) => said(one)['state'] !== 'aprobado')).toEqual([]);
    const open = counts.filter((one, index) => differences[index] !== 0 && !said(one)['decided_by']);
    expect(open).toEqual([]);
  });

  test('has breeding years that a veterinarian would sign: one closed, one under way', () => {
    const states = story.cycles.map(({ state }) => state);
    expect(states).toContain('cerrado');
    expect(states.some((state) => state !== 'cerrado')).toBe(true);
    for (const { totals, indices, service_start, service_end, state, id, ...cycle } of story.cycles) {
      expect(cycle['warnings']).toEqual([]);
      const { served = 0, withdrawn = 0, examined = 0, pregnant = 0, calved = 0, born_alive = 0, weaned = 0 } = totals;
      const steps = [served - withdrawn, examined, pregnant, calved, born_alive, weaned];
      expect(steps, state).toEqual(steps.toSorted((a, b) => b - a));
      const ranges = {
        pregnancy_of_served: [0.85, 0.95],
        pregnancy_of_examined: [0.85, 0.95],
        weaning_of_served: [0.75, 0.9],
        bulls_share: [0.03, 0.07],
      } as const;
      // A stage that is under way says what has come so far.
      const isCalved = state !== 'en_paricion';
      const calving = isCalved ? ([[indices['calving_of_served'], 0.8, 0.93]] as const) : [];
      const known = Object.entries(ranges).flatMap(([name, [least, most]]) => {
        const isPart = name === 'weaning_of_served' && state === 'a_destetar';
        return isPart ? [] : [[indices[name], least, most] as const];
      });
      const off = [...known, ...calving].filter(
        ([value, least, most]) => typeof value === 'number' && !between(value, least, most),
      );
      expect(off, `${service_start} ${state}`).toEqual([]);
      const own = story.movements.filter((one) => said(one)['reproductive_cycle_id'] === id);
      const ages = (type: string): number[] =>
        own.filter((one) => one.type === type).map((one) => daysBetween(service_start, one.date));
      const length = daysBetween(service_start, service_end);
      expect(ages('PREGNANCY_DIAGNOSIS').filter((age) => !between(age, length + 60, length + 120))).toEqual([]);
      expect(ages('BIRTH').filter((age) => !between(age, 275, length + 295))).toEqual([]);
      expect(ages('WEANING').filter((age) => !between(age, 283 + 150, length + 283 + 240))).toEqual([]);
    }
    const closed = story.cycles.filter(({ state }) => state === 'cerrado');
    expect(closed.filter(({ totals }) => !totals['weaned'] || totals['examined'] === 0)).toEqual([]);
    // Every calf that was born alive was weaned, or its death is told.
    const untold = closed.map(
      ({ totals: { born_alive = 0, calf_deaths = 0, weaned = 0 } }) => born_alive - calf_deaths - weaned,
    );
    expect(untold).toEqual(closed.map(() => 0));
  });

  test('has a store room whose items are what they are called, never below nothing, and used by the records', () => {
    const kinds = new Set(story.assets.map(({ kind }) => kind));
    for (const kind of ['medicamento', 'vacuna', 'antiparasitario', 'forraje', 'suplemento', 'combustible']) {
      expect(kinds).toContain(kind);
    }
    expect(kinds).not.toContain('otro');
    for (const { name, quantity, missing, entries } of story.assets) {
      expect(
        entries.filter(({ balance }) => balance < 0),
        name,
      ).toEqual([]);
      expect(missing, name).toBe(0);
      const sum = entries.reduce((total, { delta }) => total + Math.round(delta * 1000), 0);
      expect(sum / 1000, name).toBe(quantity);
      expect(entries.at(-1)?.balance ?? 0, name).toBe(quantity);
    }
    const byId = new Map(story.assets.map((asset) => [asset.id, asset]));
    const uses = of('TREATMENT', 'MEDICINE', 'CONSUMPTION', 'ASSET', 'ASSET_CONSUMPTION', 'ASSET_BATCH').flatMap(
      (one) =>
        one.type === 'TREATMENT' || one.type === 'MEDICINE'
          ? listIn<Said>(one, 'products')
          : one.type === 'ASSET_BATCH'
            ? listIn<Said>(one, 'lines')
            : [said(one)],
    );
    const wrong = uses.filter((use) => byId.get(String(use['asset_id']))?.unit !== use['unit'] || !use['quantity']);
    expect(wrong).toEqual([]);
    const kindsOf = (one: Movement): string[] =>
      listIn<Said>(one, 'products').map((line) => byId.get(String(line['asset_id']))?.kind ?? '');
    const expected: Readonly<Record<string, readonly string[]>> = {
      vacunacion: ['vacuna'],
      desparasitacion: ['antiparasitario'],
      suplemento: ['suplemento'],
      antibiotico: ['medicamento'],
      curacion: ['medicamento'],
    };
    const odd = of('TREATMENT', 'MEDICINE').filter(
      (one) => !kindsOf(one).every((kind) => expected[String(said(one)['reason'])]?.includes(kind)),
    );
    expect(odd).toEqual([]);
    const fed = of('CONSUMPTION').map((one) => byId.get(String(said(one)['asset_id']))?.kind);
    expect(new Set(fed)).toEqual(new Set(['forraje']));
    const expired = story.assets.flatMap(({ batches }) => batches.filter(({ expires }) => (expires ?? day) < day));
    expect(expired).toEqual([]);
  });

  test('says the withdrawal of what has one, and sells nobody before its end', () => {
    const byName = new Map(story.assets.map((asset) => [asset.name, asset.meat_withdrawal_days ?? undefined]));
    const treatments = of('TREATMENT', 'MEDICINE');
    const untold = treatments.filter((one) =>
      listIn<{ name: string }>(one, 'products').some(({ name }) => byName.get(name) !== said(one)['withdrawal_days']),
    );
    expect(untold).toEqual([]);
    expect(byName.get('Ivermectina 1 %')).toBe(35);
    expect(byName.get('Oxitetraciclina L.A.')).toBe(28);
    // What is given goes with the animals that pass to another rodeo while it holds.
    const passed = of('CHANGE_RODEO');
    const places = (one: Movement, until: string): (string | null)[] => [
      one.rodeoId,
      ...passed
        .filter((change) => said(change)['from_rodeo_id'] === one.rodeoId)
        .filter(({ date }) => between(daysBetween(one.date, date), 0, daysBetween(one.date, until)))
        .map((change) => String(said(change)['to_rodeo_id'])),
    ];
    const early = of('SELL', 'OUTGOING_TRANSFER').filter((sale) =>
      treatments.some((one) =>
        places(one, sale.date).some((rodeoId) => {
          const held = withdrawalOf({ ...one, rodeoId }, sale.date);
          return held && holdsFor(held, { lot: sale.metadata.lot_id, rodeo: sale.rodeoId }, []);
        }),
      ),
    );
    expect(early.map(({ date, reference }) => `${date} ${reference}`)).toEqual([]);
  });

  test('vaccinates against aftosa twice a year: everybody in autumn, in spring since 2026 the calves alone', () => {
    const doses = of('TREATMENT').filter((one) =>
      listIn<{ name: string }>(one, 'products').some(({ name }) => name === 'Vacuna antiaftosa'),
    );
    const young = ['Ternero al pie', 'Ternera al pie', 'Ternero', 'Ternera'];
    const standing = (date: string, wanted: (category: string) => boolean): number =>
      story.movements
        .filter((one) => !one.deleted && one.date <= date)
        .flatMap(postingsOf)
        .reduce((sum, { category_id, head }) => sum + (wanted(story.nameOf(category_id)) ? head : 0), 0);
    const campaigns = new Map<string, Movement[]>();
    for (const one of doses) campaigns.set(one.date, [...(campaigns.get(one.date) ?? []), one]);
    expect(campaigns.size).toBeGreaterThanOrEqual(4);
    for (const [date, records] of campaigns) {
      const isFirst = Number(date.slice(5, 7)) <= 6;
      const isCalvesAlone = !isFirst && date >= '2026';
      const obliged = (category: string): boolean =>
        isFirst || young.includes(category) || (!isCalvesAlone && !['Vaca', 'Toro'].includes(category));
      expect(
        records.reduce((sum, one) => sum + headsOf(one), 0),
        date,
      ).toBe(standing(date, obliged));
      expect(
        records
          .flatMap(linesOf)
          .map(categoryOf)
          .filter((category) => !obliged(category)),
        date,
      ).toEqual([]);
      expect(records.every(({ detail }) => detail?.includes(isFirst ? 'primera' : 'segunda'))).toBe(true);
    }
    const years = new Set(doses.map(yearOf));
    const brucellosis = of('TREATMENT').filter(({ detail }) => detail?.startsWith('Brucelosis'));
    expect(new Set(brucellosis.flatMap(linesOf).map(categoryOf))).toEqual(new Set(['Ternera al pie']));
    expect(brucellosis.length).toBeGreaterThanOrEqual(2 * (years.size - 1));
  });

  test('has papers that an accountant would book', () => {
    const byId = new Map(story.movements.map((one) => [one.id, one]));
    const numbers = new Set<string>();
    for (const invoice of story.invoices) {
      const kept = storedOf(invoice);
      const sums = sumsOf(kept);
      expect(addsUp(sums) && sums.net > 0n).toBe(true);
      const parties = [kept.issuer, kept.recipient];
      expect(parties.every((party) => isCuit(party?.cuit ?? ''))).toBe(true);
      numbers.add(String(invoice['full_number']));
      expect(invoice.state).toBe(sums.paid === 0n ? 'pendiente' : 'pagada');
      expect(sums.paid === 0n || sums.paid === sums.due).toBe(true);
      expect(invoice.payments.filter(({ date }) => date < (invoice.issued_on ?? ''))).toEqual([]);
      const records = invoice.movement_ids.map((id) => byId.get(id));
      expect(records).toHaveLength(1);
      expect(records[0]?.date).toBe(invoice.issued_on);
      expect(Number(said(records[0] as Movement)['total']).toFixed(2)).toBe((Number(sums.net) / 100).toFixed(2));
      const heads = kept.lines.reduce((sum, line) => sum + (line.heads ?? 0), 0);
      expect(heads).toBe(headsOf(records[0] as Movement));
    }
    expect(numbers.size).toBe(story.invoices.length);
    const named = new Set(story.invoices.flatMap((one) => one.movement_ids));
    const bare = story.movements.filter(
      (one) => !named.has(one.id) && (one.type === 'SELL' || said(one)['total'] !== undefined),
    );
    expect(bare).toEqual([]);
    expect(new Set(story.invoices.map(({ state }) => state))).toEqual(new Set(['pendiente', 'pagada']));
  });

  test('trades at prices of the years in question', () => {
    const perKilo = (invoice: Invoice): readonly (readonly [string, number])[] =>
      storedOf(invoice).lines.flatMap((line) =>
        typeof line.kg !== 'number' ? [] : [[line.concept, Number(line.net) / line.kg] as const],
      );
    const prices = story.invoices
      .filter(({ issued_on }) => between(Number(issued_on?.slice(0, 4)), 2025, 2026))
      .flatMap(perKilo);
    const ranges: Readonly<Record<string, readonly [number, number]>> = {
      Novillito: [2200, 5000],
      Novillo: [2000, 4700],
      Vaca: [1300, 3300],
      Toro: [1300, 3000],
      Ternero: [2700, 6500],
      Vaquillona: [2300, 6000],
    };
    const odd = prices.filter(([concept, price]) => !between(price, ...(ranges[concept] ?? [0, 0])));
    expect(odd).toEqual([]);
    const bulls = of('BUY').filter((one) => linesOf(one).map(categoryOf).includes('Toro') && yearOf(one) >= 2025);
    expect(bulls.filter((one) => !between(Number(said(one)['unit_price']), 2_500_000, 12_000_000))).toEqual([]);
  });

  test('weighs animals as they weigh, and they gain as they gain', () => {
    const usual: Readonly<Record<string, readonly [number, number]>> = {
      Ternero: [160, 235],
      Ternera: [150, 215],
      Novillito: [215, 460],
      Vaquillona: [200, 360],
      Novillo: [430, 520],
    };
    const lines = of('WEIGHING').flatMap(linesOf);
    expect(lines.length).toBeGreaterThan(40);
    const odd = lines.filter((line) => !between(line.average_kg ?? 0, ...(usual[categoryOf(line)] ?? [0, 0])));
    expect(odd).toEqual([]);
    const gains = story.gains.flatMap(({ daily_gain, ...point }) =>
      daily_gain === null ? [] : [{ ...point, daily_gain }],
    );
    expect(gains.filter(({ daily_gain }) => !between(daily_gain, -1, 2))).toEqual([]);
    const sameGroup = gains.filter(({ group_changed }) => !group_changed);
    expect(sameGroup.length).toBeGreaterThan(15);
    expect(sameGroup.filter(({ daily_gain }) => !between(daily_gain, 0, 1.4))).toEqual([]);
  });

  test('has the rain of the south-east of Buenos Aires', async () => {
    const fallen: Record<string, number> = {};
    for (const one of of('RAIN')) {
      const campo = said(one)['campo_id'] as string;
      const key = `${one.date.slice(0, 7)}|${campo}`;
      fallen[key] = (fallen[key] ?? 0) + Number(said(one)['mm']);
    }
    const campos = await story.db.selectFrom('campos').select(['id', 'total_hectares']).execute();
    const months = [...new Set(story.movements.map(({ date }) => date.slice(0, 7)))].toSorted();
    const monthly = months.map((month) => farmRain(fallen, campos, month));
    expect(monthly.filter((mm) => !between(mm, 0, 320))).toEqual([]);
    // Campos an hour apart have seen the same fronts.
    const byCampo = campos.map(({ id }) =>
      Object.entries(fallen).reduce((sum, [key, mm]) => (key.endsWith(id) ? sum + mm : sum), 0),
    );
    expect(Math.min(...byCampo)).toBeGreaterThan(0.7 * Math.max(...byCampo));
    const campaigns = [0, 12].map((start) => monthly.slice(start, start + 12).reduce((sum, mm) => sum + mm, 0));
    expect(campaigns.filter((mm) => !between(mm, 550, 1350))).toEqual([]);
  });

  test('has a thread with words, a picture and a voice that can be played', async () => {
    const messages = await story.db
      .selectFrom('messages')
      .leftJoin('audios', 'audios.id', 'messages.audio_id')
      .select(['direction', 'text', 'audio_id', 'type', 'size'])
      .execute();
    expect(new Set(messages.map(({ direction }) => direction))).toEqual(new Set(['in', 'out']));
    expect(messages.filter(({ text }) => text !== null).length).toBeGreaterThanOrEqual(3);
    const begins = (type: string): string[] =>
      messages
        .filter((one) => one.type?.startsWith(type))
        .map(({ audio_id, size }) => {
          const bytes = story.files.get(audio_id ?? '') ?? new Uint8Array();
          expect(bytes.length).toBe(size);
          return Buffer.from(bytes.subarray(0, 4)).toString('latin1');
        });
    expect(begins('audio/')).toEqual(['OggS']);
    expect(begins('image/')).toEqual(['\u00ff\u00d8\u00ff\u00e0']);
    const threads = await story.db.selectFrom('conversations').selectAll().execute();
    expect(threads.map(({ organization_id, user_id }) => Boolean(organization_id && user_id))).toEqual([true]);
  });

  test('has things to do and things done, and one question for the office', () => {
    const states = new Set(story.tasks.map(({ state }) => state));
    expect(states).toEqual(new Set(['pendiente', 'hecha']));
    const odd = story.tasks.filter(
      ({ created_at, due_on }) => !between(daysBetween(created_at.slice(0, 10), due_on ?? ''), 1, 30),
    );
    expect(odd).toEqual([]);
    expect(story.notes.length).toBeGreaterThan(10);
    const asked = story.movements.filter(({ review }) => review);
    expect(asked.map(({ type, date }) => [type, daysBetween(date, day)])).toEqual([['EXTERNAL_TRANSFER', 1]]);
  });
});
