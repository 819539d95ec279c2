import { expect } from 'vitest';
import type { Saved, SaveProblem, SendState } from '../../src/app/sync/farm.ts';
import { isThing, nameOfThing } from '../../src/app/sync/things/things.ts';
import type { Result } from '../../src/domain/result.ts';
import type { Said } from '../../src/domain/things/describe.ts';
import { type ThingName, thingOf } from '../../src/domain/things/registry.ts';
import type { ServerPhone } from '../support/server-phone.ts';

type Outcome = Promise<Result<Saved, SaveProblem>>;

/** A thing as one phone shows it. */
export interface SeenThing {
  readonly row: Said & { readonly id: string };
  readonly state: SendState;
  readonly problem: string | null;
}

/** What a person does to a thing on his phone, whatever thing it is: lots have acts of their own. */
export function actsOn({ farm: { acts, views } }: ServerPhone, name: ThingName) {
  const own = isThing(name) ? name : null;
  return {
    create: (form: Said): Outcome => (own ? acts.createThing(own, form) : acts.createLot(form)),
    edit: (id: string, changes: Said): Outcome => (own ? acts.editThing(own, id, changes) : acts.editLot(id, changes)),
    remove: (id: string): Outcome => (own ? acts.deleteThing(own, id) : acts.deleteLot(id)),
    all: async (): Promise<readonly SeenThing[]> => {
      if (own) return (await views.things(own)) as readonly SeenThing[];
      return (await views.lots()).map(({ lot, state, problem }) => ({ row: { ...lot }, state, problem }));
    },
  };
}

/** One of them on a phone; undefined where it shows none. */
export const seenOn = async (phone: ServerPhone, name: ThingName, id: string): Promise<SeenThing | undefined> =>
  (await actsOn(phone, name).all()).find(({ row }) => row.id === id);

/** What it is called, as lists say it. */
export const calledOn = (name: ThingName, row: Said): string =>
  isThing(name) ? nameOfThing(name, row) : thingOf(name).nameOf(row);

/** A save that must have worked. */
export async function saved(outcome: Outcome): Promise<Saved> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** The lines of Pendientes by their headings. */
export const waitingOn = async (phone: ServerPhone): Promise<readonly string[]> =>
  (await phone.farm.views.pending()).map(({ title }) => title);

/** Two phones that show one thing alike, with nothing left to send. */
export async function expectAlike(name: ThingName, id: string, phones: readonly ServerPhone[]): Promise<void> {
  const [first, ...others] = await Promise.all(phones.map((phone) => seenOn(phone, name, id)));
  for (const other of others) expect(other?.row).toEqual(first?.row);
  for (const phone of phones) expect(await waitingOn(phone)).toEqual([]);
}
