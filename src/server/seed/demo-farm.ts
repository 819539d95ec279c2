import { addDays, type Cell, type Day, daysBetween, type Posting, sumByCell } from '../../domain/index.ts';
import type { Random } from './random.ts';
import type { RodeoKey } from './places.ts';
import type { ItemName } from './store.ts';

/** Who records on the demonstration's farm. */
export type DemoPerson = 'owner' | 'hand';

/** A call of the API in one of the two names, at a moment of the farm's past. Throws when it is refused: the story is wrong then. */
export type DemoCall = (
  who: DemoPerson,
  atMs: number,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
) => Promise<Readonly<Record<string, unknown>>>;

/** Ids by the names of `places.ts` and of the default categories. */
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

/** One thing that happens on farms, asked on every day: records what that day brings, mostly nothing. */
export type Habit = (farm: DemoFarm) => Promise<void>;

const morning = 11 * 3_600_000;
const betweenRecords = 19 * 60_000;

/** The farm as its people see it while they live through two years: the day, the ids, the herd as the answers have told it. */
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

  /** What will be done on a later day of the story; a day after its end never comes. */
  later(day: Day, act: () => Promise<void>): void {
    this.#planned.push({ day, act });
  }

  async doPlanned(): Promise<void> {
    for (const { day, act } of this.#planned) if (day === this.#day) await act();
  }

  keepCycle(start: Day, id: string): void {
    this.#cycles.push({ start, id });
  }

  /** The breeding cycle that began so many days ago, as a record names it. */
  cycleOf(least: number, most: number): { readonly reproductive_cycle_id?: string } {
    const found = this.#cycles.find(({ start }) => {
      const age = daysBetween(start, this.#day);
      return age >= least && age <= most;
    });
    return found ? { reproductive_cycle_id: found.id } : {};
  }

  /** A figure that somebody keeps in his head from one day to another: how many cows are to calve, what is in the store room. */
  recall(what: string): number {
    return this.#known.get(what) ?? 0;
  }

  remember(what: string, figure: number): void {
    this.#known.set(what, figure);
  }

  /** What things cost today, of one in the winter of 2024: they went up by nearly half of it in a year. */
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

  /** How many movements the people have recorded so far. */
  get written(): number {
    return this.#written;
  }

  get year(): number {
    return Number(this.#day.slice(0, 4));
  }

  /** Whether today is this day of the year: `3-10` is the tenth of March. */
  isDate(...dates: readonly string[]): boolean {
    return dates.includes(dateOf(this.#day));
  }

  /** Whether it is this day of the year so many days from now. */
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

  /** The cells of a rodeo that hold animals (of one category, by name), the fullest first. */
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
    return this.cells(rodeo, category).reduce((sum, cell) => sum + cell.head, 0);
  }

  /** The lot where most of a rodeo stands. */
  standsIn(rodeo: RodeoKey): string {
    const byLot = new Map<string, number>();
    for (const { lot, head } of this.cells(rodeo)) if (lot) byLot.set(lot, (byLot.get(lot) ?? 0) + head);
    const fullest = [...byLot].toSorted((a, b) => b[1] - a[1])[0];
    if (!fullest) throw new Error(`The demonstration's rodeo ${rodeo} stands nowhere on ${this.#day}`);
    return fullest[0];
  }

  /** The animals of a rodeo as lines of a record, by category over all its lots; of some categories only where they are named. */
  linesOf(rodeo: RodeoKey, categories?: readonly string[]): { type: string; count: number }[] {
    const wanted = categories?.map((name) => this.category(name));
    return sumByCell(this.cells(rodeo).map((cell) => ({ ...cell, lot: null })))
      .filter(({ category }) => wanted === undefined || wanted.includes(category))
      .map(({ category, head }) => ({ type: category, count: head }));
  }

  /** Records a movement of today; `path` is the kind's under /api/movement, or a whole one. Gives its id. */
  async record(who: DemoPerson, path: string, body: object): Promise<string> {
    const address = path.startsWith('/') ? path : `/api/movement/${path}/${this.ids.organization}`;
    const answer = await this.#call(who, this.#nextMoment(), 'POST', address, { date: this.#day, ...body });
    const movement = answer['movement'] as MovementAnswer;
    this.#keep(movement.metadata.postings.map(posting));
    this.#written += 1;
    return movement.id;
  }

  /** The office approves a count: the book follows it from then on. */
  async approve(id: string): Promise<void> {
    const answer = await this.write('owner', 'PUT', `/api/audit/{org}/${id}/approve`, {});
    this.#keep((answer['movement'] as MovementAnswer).metadata.postings.map(posting));
  }

  /** Any other call of today; `{org}` stands for the farm. */
  write(
    who: DemoPerson,
    method: 'POST' | 'PUT',
    path: string,
    body: object,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.#call(who, this.#nextMoment(), method, path.replace('{org}', this.ids.organization), body);
  }

  /** Corrects a record of the sky, which moves no animal. */
  async correct(who: DemoPerson, path: string, id: string, body: object): Promise<void> {
    const address = `/api/movement/${path}/${this.ids.organization}/${id}`;
    await this.#call(who, this.#nextMoment(), 'PUT', address, { date: this.#day, ...body });
  }

  /** Takes back a record of the sky, which moves no animal. */
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
