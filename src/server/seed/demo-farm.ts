import { type Day, daysBetween } from '../../domain/dates.ts';
import { type Cell, type Posting, sumByCell } from '../../domain/movements/ledger.ts';
import type { Chance } from './chance.ts';
import type { RodeoKey } from './places.ts';

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
}

interface Told {
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
  readonly chance: Chance;
  readonly ids: DemoIds;
  readonly #call: DemoCall;
  #day: Day;
  #recordsToday = 0;
  #herd: Cell[] = [];
  #written = 0;
  #papers = 0;
  readonly #cycles: { readonly start: Day; readonly id: string }[] = [];
  readonly #planned: { readonly day: Day; readonly act: () => Promise<void> }[] = [];

  constructor(call: DemoCall, ids: DemoIds, chance: Chance, firstDay: Day) {
    this.#call = call;
    this.ids = ids;
    this.chance = chance;
    this.#day = firstDay;
  }

  /** Lets a new day begin. */
  wake(day: Day): void {
    this.#day = day;
    this.#recordsToday = 0;
  }

  /** What will be done on a later day of the story; a day after its end never comes. */
  later(day: Day, act: () => Promise<void>): void {
    this.#planned.push({ day, act });
  }

  /** Does what was put off until today. */
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

  /** The next number of a paper. */
  nextPaper(): number {
    this.#papers += 1;
    return 1200 + this.#papers;
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

  /** Whether today is this day of the year: `3-10` is the tenth of March. */
  isDate(...dates: readonly string[]): boolean {
    return dates.includes(`${this.month}-${this.dayOfMonth}`);
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

  /** The animals of a rodeo as lines of a record, by category over all its lots. */
  linesOf(rodeo: RodeoKey): { type: string; count: number }[] {
    return sumByCell(this.cells(rodeo).map((cell) => ({ ...cell, lot: null }))).map(({ category, head }) => ({
      type: category,
      count: head,
    }));
  }

  /** Records a movement of today; `path` is the kind's under /api/movement, or a whole one. Gives its id. */
  async record(who: DemoPerson, path: string, body: object): Promise<string> {
    const address = path.startsWith('/') ? path : `/api/movement/${path}/${this.ids.organization}`;
    const answer = await this.#call(who, this.#nextMoment(), 'POST', address, { date: this.#day, ...body });
    const movement = answer['movement'] as Told;
    this.#keep(movement.metadata.postings.map(posting));
    this.#written += 1;
    return movement.id;
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

const posting = (line: Told['metadata']['postings'][number]): Posting => ({
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
