import * as z from 'zod/mini';
import type { Capability } from '../../domain/people/permissions.ts';
import type { Thing } from '../../domain/things/describe.ts';
import { plainThings } from '../../domain/things/registry.ts';
import { type Endpoint, type FarmPlace, get, post, put, remove } from '../endpoint.ts';
import { answer, plain } from './answers.ts';

type AnyThing = Thing<string, string, z.ZodMiniType, object, object>;
type One<T extends AnyThing> = ReturnType<typeof answer<{ readonly [K in T['name']]: T['row'] }>>;
type Many<T extends AnyThing> = ReturnType<
  typeof answer<
    { readonly [K in T['table']]: z.ZodMiniArray<T['row']> } & {
      readonly next_cursor: z.ZodMiniOptional<z.ZodMiniString>;
    }
  >
>;
type Has<T extends AnyThing, C extends 'read' | 'remove', K extends string> =
  T['calls'] extends Readonly<Record<C, null>> ? never : K;

/** A thing's calls by name: `corrals`, `corral`, `createCorral`, `updateCorral`, `deleteCorral`. */
export type CallsOfThing<T extends AnyThing> = {
  readonly [K in T['table']]: Endpoint<z.ZodMiniType, Many<T>>;
} & {
  readonly [K in Has<T, 'read', T['name']>]: Endpoint<z.ZodMiniType, One<T>>;
} & { readonly [K in `create${Capitalize<T['name']>}`]: Endpoint<T['form'], One<T>> } & {
  readonly [K in `update${Capitalize<T['name']>}`]: Endpoint<T['changes'], One<T>>;
} & { readonly [K in Has<T, 'remove', `delete${Capitalize<T['name']>}`>]: Endpoint };

/** Null where the thing has no such call. */
export interface ThingEndpoints {
  readonly list: Endpoint;
  readonly read: Endpoint | null;
  readonly create: Endpoint;
  readonly edit: Endpoint;
  readonly remove: Endpoint | null;
}

export function endpointsOf(thing: Thing): ThingEndpoints {
  const { name, table, calls, may, row, form, changes, isPaged, saysDeletedBefore } = thing;
  const one = answer({ [name]: row });
  const list = { [table]: z.array(row), ...(isPaged && { next_cursor: z.optional(z.string()) }) };
  // Without `{org}` in the path, a new thing's farm is in the body, another's follows from the thing.
  const at = (path: string, right: Capability | null, isNew = false) => ({
    may: right,
    farm: path.includes('{org}') ? 'org' : isNew ? 'body' : (name as FarmPlace),
  });
  return {
    list: get(calls.list, answer(list), at(calls.list, may.see)),
    read: calls.read === null ? null : get(calls.read, one, at(calls.read, may.see)),
    create: post(calls.create, form, one, { ...at(calls.create, may.create, true), aliases: calls.createAliases }),
    edit: put(calls.edit, changes, one, at(calls.edit, may.edit)),
    remove:
      calls.remove === null
        ? null
        : remove(
            calls.remove,
            null,
            saysDeletedBefore ? answer({ alreadyDeleted: z.boolean() }) : plain,
            at(calls.remove, may.remove),
          ),
  };
}

export function callNames({
  name,
  table,
}: Pick<Thing, 'name' | 'table'>): Readonly<Record<keyof ThingEndpoints, string>> {
  const word = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { list: table, read: name, create: `create${word}`, edit: `update${word}`, remove: `delete${word}` };
}

export function callsOfThing<const T extends AnyThing>(thing: T): CallsOfThing<T> {
  const made = endpointsOf(thing as unknown as Thing);
  const names = callNames(thing);
  return Object.fromEntries(
    Object.entries(made).flatMap(([act, call]: [string, unknown]) =>
      call === null ? [] : [[names[act as keyof ThingEndpoints], call]],
    ),
  ) as CallsOfThing<T>;
}

export const plainCalls: readonly (readonly [name: string, call: Endpoint])[] = plainThings.flatMap((thing) =>
  Object.entries<Endpoint>(callsOfThing(thing)),
);
