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

/** By method and number of parts; the pattern with fewest parameters wins (`last-10` over `{id}`). */
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

/** The call of a method and path, with its parameters; null if none. */
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

/** Null when malformed, or with a NUL, which PostgreSQL does not take. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
