import type { Endpoint } from './endpoint.ts';
import { type ProblemCode, problems } from './problems.ts';

const codesOf = (status: number): ProblemCode[] =>
  (Object.keys(problems) as ProblemCode[]).filter((code) => problems[code].status === status);

const statuses = [...new Set(Object.values(problems).map(({ status }) => status))].toSorted((a, b) => a - b);

/** wire.md §Everywhere. */
const refusalSchema = {
  type: 'object',
  required: ['ok', 'code', 'message'],
  properties: {
    ok: { type: 'boolean', const: false },
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Schemas, and one response per status. */
export const problemComponents = (schemas: Readonly<Record<string, unknown>>) => ({
  schemas: { ...schemas, Refusal: refusalSchema },
  responses: Object.fromEntries(
    statuses.map((status) => [
      `Refusal${status}`,
      {
        description: codesOf(status)
          .map((code) => `${code}: ${problems[code].message}`)
          .join('. '),
        ...(status === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Refusal' },
                { type: 'object', properties: { code: { enum: codesOf(status) } } },
              ],
            },
          },
        },
      },
    ]),
  ),
});

/** The statuses that a call may be refused with. */
function statusesOf(endpoint: Endpoint): number[] {
  const isWrite = endpoint.method !== 'GET';
  const names = endpoint.path.includes('{') || endpoint.farm !== null;
  const asked: readonly (readonly [number, boolean])[] = [
    [400, true],
    [401, endpoint.who !== 'none' || endpoint.path.startsWith('/api/auth/')],
    [403, endpoint.least !== null || endpoint.who === 'super-admin' || endpoint.path.startsWith('/api/auth/')],
    [404, names],
    [409, isWrite],
    [410, endpoint.path.startsWith('/api/sync/')],
    [413, isWrite],
    [415, isWrite],
    [422, isWrite],
    [424, isWrite && endpoint.farm !== null],
    [429, true],
    [500, true],
    [503, true],
  ];
  return asked.filter(([status, applies]) => applies && statuses.includes(status)).map(([status]) => status);
}

export const refusalsOf = (endpoint: Endpoint): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    statusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  );
