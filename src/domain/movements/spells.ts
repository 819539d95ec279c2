import { addDays } from '../dates.ts';
import { listsBy } from '../rows.ts';
import { byMoment, type Moment } from './recount.ts';

/** What one record changes in a cell. */
export interface CellEntry {
  readonly moment: Moment;
  readonly head: number;
}

/** A record that took a cell below zero: what it had before, and what the record did. */
export interface Crossing {
  readonly id: string;
  readonly before: number;
  readonly change: number;
}

/** Days on end at whose ends a cell is below zero (domain.md §3.0, invariant 1). */
export interface Spell {
  /** The last record that took it below zero; null: one before these entries. */
  readonly crossing: Crossing | null;
  /** What the cell has at the end of the last of these days. */
  readonly head: number;
  /** The last of these days; null: it is short to this day. */
  readonly until: string | null;
}

/** The spells of a cell over its entries, from what stood before them. What comes and goes within a day is short of nothing. */
export function spellsOf(standing: number, entries: readonly CellEntry[]): Spell[] {
  const spells: Spell[] = [];
  let head = standing;
  let crossing: Crossing | null = null;
  const ordered = entries.toSorted((one, other) => byMoment(one.moment, other.moment));
  for (const [day, ofDay] of listsBy(ordered, ({ moment }) => [moment.date])) {
    const dawn = { head, crossing };
    for (const { moment, head: change } of ofDay) {
      if (head >= 0 && head + change < 0) crossing = { id: moment.id, before: head, change };
      head += change;
    }
    if (head < 0) continue;
    if (dawn.head < 0) spells.push({ ...dawn, until: addDays(day, -1) });
    crossing = null;
  }
  return head < 0 ? [...spells, { crossing, head, until: null }] : spells;
}
