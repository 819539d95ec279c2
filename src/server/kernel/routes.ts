import { allEndpoints } from '../../contract/endpoints.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
}

interface Entry {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly parts: readonly string[];
}

const isParameter = (part: string): boolean => part.startsWith('{');

/** Rows by method and number of parts; among those that fit, the one with the fewest parameters wins (`last-10` over `{id}`). */
const table = new Map<string, Entry[]>();
for (const { name, endpoint } of allEndpoints) {
  for (const path of [endpoint.path, ...endpoint.aliases]) {
    const parts = path.split('/');
    const bucket = `${endpoint.method} ${parts.length}`;
    table.set(bucket, [...(table.get(bucket) ?? []), { name, endpoint, parts }]);
  }
}
for (const entries of table.values()) {
  entries.sort((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);
}

/** The call that a method and path name, with its parameters; null when there is none. */
export function matchRoute(method: string, path: string): Route | null {
  const parts = path.split('/');
  for (const { name, endpoint, parts: pattern } of table.get(`${method} ${parts.length}`) ?? []) {
    const params: Record<string, string> = {};
    const fits = pattern.every((part, index) => {
      const given = parts[index] ?? '';
      if (!isParameter(part)) return part === given;
      const value = decoded(given);
      if (value) params[part.slice(1, -1)] = value;
      return Boolean(value);
    });
    if (fits) return { name, endpoint, params };
  }
  return null;
}

/** A path part as text; null when it is not written rightly. No id holds a null sign, and PostgreSQL takes none in a text. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
