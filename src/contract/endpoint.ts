import type * as z from 'zod/mini';
import type { MovementType } from '../domain/movements/types.ts';
import { type Capability, leastRole } from '../domain/people/permissions.ts';
import type { Role } from '../domain/people/roles.ts';
import type { ThingName } from '../domain/things/registry.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where the organization comes from: path, body, a row in the path, or an invitation in the body. */
export type FarmPlace = 'invitation' | 'org' | 'body' | 'movement' | ThingName;

/** Rate limits by network; few tries for passwords and codes (trust.md rows 5, 41). */
export type CountGroup = 'log-in' | 'sign-up' | 'recovery' | 'calls';

/** A call of the API; the typed client, routes and checks derive from it. */
export interface Endpoint<B extends z.ZodMiniType = z.ZodMiniType, A extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: Method;
  readonly path: string;
  readonly aliases: readonly string[];
  /** `one-time`: the token is for this call alone, and the handler checks it. */
  readonly who: 'none' | 'bearer' | 'one-time' | 'super-admin';
  readonly farm: FarmPlace | null;
  /** Null where no organization is involved. */
  readonly least: Role | null;
  /** Null where the least role is enough. */
  readonly may: Capability | null;
  readonly body: B | null;
  readonly answer: A;
  /** `form`: a multipart/form-data body with files; `bytes`: a raw body; `file`: a raw answer. Null: JSON. */
  readonly carries: 'form' | 'bytes' | 'file' | null;
  /** A read with the same right, checked before any bytes are accepted. */
  readonly leave: { readonly path: string; readonly query: Readonly<Record<string, string>> } | null;
  /** The rate limit; null for none. */
  readonly counted: CountGroup | null;
  /** The largest body in bytes; null: the default. */
  readonly most: number | null;
  /** The answer has links or tokens: it is never stored, and a repeated key runs again. */
  readonly isSecret: boolean;
  /** A read of megabytes, run apart so as not to delay writes. */
  readonly isLong: boolean;
  readonly kind?: MovementType;
}

type More = Partial<Omit<Endpoint, 'method' | 'path' | 'body' | 'answer'>>;

/** Declares a call. Default: a token; any role where a farm is involved. */
function endpoint<B extends z.ZodMiniType, A extends z.ZodMiniType>(
  method: Method,
  path: string,
  body: B | null,
  answer: A,
  more: More = {},
): Endpoint<B, A> {
  const farm = more.farm ?? (path.includes('{org}') ? 'org' : null);
  return {
    method,
    path,
    aliases: [],
    who: 'bearer',
    may: null,
    carries: null,
    leave: null,
    counted: 'calls',
    most: null,
    isSecret: false,
    isLong: false,
    least: more.may ? leastRole(more.may) : farm ? 'user' : null,
    ...more,
    farm,
    body,
    answer,
  };
}

export const get = <A extends z.ZodMiniType>(path: string, answer: A, more?: More): Endpoint<z.ZodMiniType, A> =>
  endpoint<z.ZodMiniType, A>('GET', path, null, answer, more);

const writing =
  (method: Method) =>
  <B extends z.ZodMiniType, A extends z.ZodMiniType>(path: string, body: B | null, answer: A, more?: More) =>
    endpoint(method, path, body, answer, more);
export const post = writing('POST');
export const put = writing('PUT');
export const patch = writing('PATCH');
export const remove = writing('DELETE');

/** Throws on a missing parameter. */
export const fillPath = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${template} misses its parameter ${name}`);
    return encodeURIComponent(value);
  });
