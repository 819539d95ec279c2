import { addDays, type Cell, type Day, daysBetween, netHeads, type Posting, sumByCell } from '../../domain/index.ts';
import type { RodeoKey } from './places.ts';
import type { ItemName } from './store.ts';

export type DemoPerson = 'owner' | 'hand';

/** An API call by one of the two at a past moment. Throws if refused. */
export type DemoCall = (
  who: DemoPerson,
  atMs: number,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
) => Promise<Readonly<Record<string, unknown>>>;

/** Ids by the names of `places.ts` and the default categories. */
export interface DemoIds {
  readonly organization: string;
  readonly campos: Readonly<Record<string, string>>;
  readonly lots: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly rodeos: Readonly<Record<RodeoKey, string>>;
  readonly items: Readonly<Record<ItemName, string>>;
}

interface MovementAnswer {
  readonly id: string;
  readonly metadata: {
    readonly postings: readonly {
      readonly lot_id: string | null;
      readonly rodeo_id: string | null;
      readonly category_id: string;
      readonly head: number;
    }[];
  };
}

/** Called every day: records what it brings, mostly nothing. */
export type Habit = (farm: DemoFarm) => Promise<void>;

const morning = 11 * 3_600_000;
const betweenRecords = 19 * 60_000;

/** The farm in the story: the day, the ids, and the herd as told by the answers. */
export class DemoFarm {
  readonly random: Random;
  readonly ids: DemoIds;
  readonly #call: DemoCall;
  #day: Day;
  #recordsToday = 0;
  #herd: Cell[] = [];
  #written = 0;
  readonly #known = new Map<string, number>();
  readonly #cycles: { readonly start: Day; readonly id: string }[] = [];
  readonly #planned: { readonly day: Day; readonly act: () => Promise<void> }[] = [];

  constructor(call: DemoCall, ids: DemoIds, random: Random, firstDay: Day) {
    this.#call = call;
    this.ids = ids;
    this.random = random;
    this.#day = firstDay;
  }

  wake(day: Day): void {
    this.#day = day;
    this.#recordsToday = 0;
  }

  /** Plans an act; past the story's end it never runs. */
  later(day: Day, act: () => Promise<void>): void {
    this.#planned.push({ day, act });
  }

  async doPlanned(): Promise<void> {
    for (const { day, act } of this.#planned) if (day === this.#day) await act();
  }

  keepCycle(start: Day, id: string): void {
    this.#cycles.push({ start, id });
  }

  /** The breeding cycle of this age in days, as a record field. */
  cycleOf(least: number, most: number): { readonly reproductive_cycle_id?: string } {
    const found = this.#cycles.find(({ start }) => {
      const age = daysBetween(start, this.#day);
      return age >= least && age <= most;
    });
    return found ? { reproductive_cycle_id: found.id } : {};
  }

  /** A figure kept from day to day, such as stock or cows to calve. */
  recall(what: string): number {
    return this.#known.get(what) ?? 0;
  }

  remember(what: string, figure: number): void {
    this.#known.set(what, figure);
  }

  /** Prices relative to the winter of 2024: up by 45 % a year. */
  get priceLevel(): number {
    return Math.max(0.6, 1 + (0.45 * daysBetween('2024-07-01', this.#day)) / 365);
  }

  get day(): Day {
    return this.#day;
  }

  get month(): number {
    return Number(this.#day.slice(5, 7));
  }

  get dayOfMonth(): number {
    return Number(this.#day.slice(8, 10));
  }

  get written(): number {
    return this.#written;
  }

  get year(): number {
    return Number(this.#day.slice(0, 4));
  }

  /** `3-10` is the tenth of March. */
  isDate(...dates: readonly string[]): boolean {
    return dates.includes(dateOf(this.#day));
  }

  isDateIn(days: number, ...dates: readonly string[]): boolean {
    return dates.includes(dateOf(addDays(this.#day, days)));
  }

  campo(name: string): string {
    return named(this.ids.campos, name);
  }

  lot(name: string): string {
    return named(this.ids.lots, name);
  }

  category(name: string): string {
    return named(this.ids.categories, name);
  }

  /** Non-empty cells of a rodeo (and category), the fullest first. */
  cells(rodeo: RodeoKey, category?: string): Cell[] {
    const wanted = category === undefined ? null : this.category(category);
    return this.#herd
      .filter(
        (cell) =>
          cell.rodeo === this.ids.rodeos[rodeo] && cell.head > 0 && (wanted === null || cell.category === wanted),
      )
      .toSorted((a, b) => b.head - a.head);
  }

  heads(rodeo: RodeoKey, category?: string): number {
    return netHeads(this.cells(rodeo, category));
  }

  /** The lot with most of a rodeo. */
  standsIn(rodeo: RodeoKey): string {
    const byLot = new Map<string, number>();
    for (const { lot, head } of this.cells(rodeo)) if (lot) byLot.set(lot, (byLot.get(lot) ?? 0) + head);
    const fullest = [...byLot].toSorted((a, b) => b[1] - a[1])[0];
    if (!fullest) throw new Error(`The demonstration's rodeo ${rodeo} stands nowhere on ${this.#day}`);
    return fullest[0];
  }

  /** Where a rodeo stands, as fields of a record. */
  placeOf(rodeo: RodeoKey): object {
    return { lot_id: this.standsIn(rodeo), rodeo_id: this.ids.rodeos[rodeo] };
  }

  /** A rodeo's animals per category over all lots, as lines of a record. */
  linesOf(rodeo: RodeoKey, categories?: readonly string[]): { type: string; count: number }[] {
    const wanted = categories?.map((name) => this.category(name));
    return sumByCell(this.cells(rodeo).map((cell) => ({ ...cell, lot: null })))
      .filter(({ category }) => wanted === undefined || wanted.includes(category))
      .map(({ category, head }) => ({ type: category, count: head }));
  }

  /** Records a movement today; `path` is below /api/movement, or a whole one. Returns its id. */
  async record(who: DemoPerson, path: string, body: object): Promise<string> {
    const address = path.startsWith('/') ? path : `/api/movement/${path}/${this.ids.organization}`;
    const answer = await this.#call(who, this.#nextMoment(), 'POST', address, { date: this.#day, ...body });
    const movement = answer.movement as MovementAnswer;
    this.#keep(movement.metadata.postings.map(posting));
    this.#written += 1;
    return movement.id;
  }

  /** The office approves a count. */
  async approve(id: string): Promise<void> {
    const answer = await this.write('owner', 'PUT', `/api/audit/{org}/${id}/approve`, {});
    this.#keep((answer.movement as MovementAnswer).metadata.postings.map(posting));
  }

  /** Any other call today; `{org}` is the farm. */
  write(
    who: DemoPerson,
    method: 'POST' | 'PUT',
    path: string,
    body: object,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.#call(who, this.#nextMoment(), method, path.replace('{org}', this.ids.organization), body);
  }

  /** Corrects a weather record, which moves no animal. */
  async correct(who: DemoPerson, path: string, id: string, body: object): Promise<void> {
    const address = `/api/movement/${path}/${this.ids.organization}/${id}`;
    await this.#call(who, this.#nextMoment(), 'PUT', address, { date: this.#day, ...body });
  }

  /** Deletes a weather record, which moves no animal. */
  async takeBack(who: DemoPerson, id: string): Promise<void> {
    await this.#call(who, this.#nextMoment(), 'DELETE', `/api/movement/delete/${this.ids.organization}/${id}`, null);
  }

  #keep(postings: readonly Posting[]): void {
    this.#herd = sumByCell([...this.#herd, ...postings]);
  }

  #nextMoment(): number {
    this.#recordsToday += 1;
    return Date.parse(`${this.#day}T00:00:00Z`) + morning + this.#recordsToday * betweenRecords;
  }
}

const dateOf = (day: Day): string => `${Number(day.slice(5, 7))}-${Number(day.slice(8, 10))}`;

const posting = (line: MovementAnswer['metadata']['postings'][number]): Posting => ({
  lot: line.lot_id,
  rodeo: line.rodeo_id,
  category: line.category_id,
  head: line.head,
});

function named(ids: Readonly<Record<string, string>>, name: string): string {
  const id = ids[name];
  if (id === undefined) throw new Error(`The demonstration knows no ${name}`);
  return id;
}

/** Seeded, so that the demonstration is the same for everybody on the same day. */
interface Random {
  readonly with: (probability: number) => boolean;
  /** Both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <const T extends readonly [unknown, ...unknown[]]>(items: T) => T[number];
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    with: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    oneOf: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
