import type * as z from 'zod/mini';
import type { MovementType } from '../domain/movements/types.ts';
import { type Capability, leastRole } from '../domain/people/permissions.ts';
import type { Role } from '../domain/people/roles.ts';
import type { ThingName } from '../domain/things/registry.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where a call names its organization: in the path, in the body, by the row in the path, or by the invitation in the body. */
export type FarmPlace = 'invitation' | 'org' | 'body' | 'movement' | ThingName;

/** What one network's calls count as: few tries where passwords and codes are tried (trust.md rows 5, 41). */
export type CountGroup = 'log-in' | 'sign-up' | 'recovery' | 'calls';

/** One call of the API: the row that the client's typed call, the server's route and its checks are all derived from. */
export interface Endpoint<B extends z.ZodMiniType = z.ZodMiniType, A extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: Method;
  /** Path template: `{org}`, `{id}` … are parameters. */
  readonly path: string;
  /** Older paths of the same call, same method. */
  readonly aliases: readonly string[];
  /** `one-time`: the Authorization header carries a token for this one call, which the handler judges. `super-admin`: one of the platform's own. */
  readonly who: 'none' | 'bearer' | 'one-time' | 'super-admin';
  readonly farm: FarmPlace | null;
  /** Least role in the organization; null where the call is not about one. */
  readonly least: Role | null;
  /** What the call asks of the caller's standing there; null where the least role says it all. */
  readonly may: Capability | null;
  readonly body: B | null;
  readonly answer: A;
  /** `form`: the body comes as multipart/form-data, with files; `bytes`: the body is bytes; `file`: the answer is bytes. Null: JSON both ways. */
  readonly carries: 'form' | 'bytes' | 'file' | null;
  /** The read that asks for the same right: who may not send bytes is told before any is taken in. */
  readonly leave: { readonly path: string; readonly query: Readonly<Record<string, string>> } | null;
  /** What the call is counted as; null where nobody is ever told to wait. */
  readonly counted: CountGroup | null;
  /** Bytes that its body holds at most; null: as many as any call's. */
  readonly most: number | null;
  /** Whether the answer opens something (a link, tokens): nothing of it is kept, and its key is judged anew. */
  readonly isSecret: boolean;
  /** Whether it is a read whose answer may be megabytes: the server makes it where it holds up no record. */
  readonly isLong: boolean;
  /** The kind of movement that the call records or edits. */
  readonly kind?: MovementType;
}

type Row<B extends z.ZodMiniType, A extends z.ZodMiniType> = Pick<Endpoint<B, A>, 'method' | 'path' | 'answer'> &
  Partial<
    Pick<
      Endpoint<B, A>,
      | 'aliases'
      | 'who'
      | 'farm'
      | 'least'
      | 'may'
      | 'kind'
      | 'carries'
      | 'leave'
      | 'counted'
      | 'most'
      | 'isSecret'
      | 'isLong'
    >
  > & {
    readonly body?: B;
  };

/** Declares a call. Without more words it asks for a token; a call about a farm asks for any role there; `may` names a row of the matrix. */
export function endpoint<A extends z.ZodMiniType, B extends z.ZodMiniType = z.ZodMiniType>(
  row: Row<B, A>,
): Endpoint<B, A> {
  const farm = row.farm ?? (row.path.includes('{org}') ? 'org' : null);
  return {
    aliases: [],
    who: 'bearer',
    carries: null,
    leave: null,
    counted: 'calls',
    most: null,
    isSecret: false,
    isLong: false,
    ...row,
    farm,
    may: row.may ?? null,
    least: row.least ?? (row.may ? leastRole(row.may) : farm ? 'user' : null),
    body: row.body ?? null,
  };
}

/** Fills a path template: `{org}` by `params.org`. Throws when a parameter is missing: that is a bug of the caller. */
export const fillPath = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${template} misses its parameter ${name}`);
    return encodeURIComponent(value);
  });
