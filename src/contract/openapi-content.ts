import type { Endpoint } from './endpoint.ts';
import { referenceSentences as words } from './sentences-calls.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const bytes = { type: 'string', contentMediaType: 'application/octet-stream' };
const asBytes = { 'application/octet-stream': { schema: bytes } };

export function bodyContent({ carries }: Endpoint, schema: JsonObject): JsonObject {
  if (carries === 'bytes') return asBytes;
  if (carries !== 'form') return { 'application/json': { schema } };
  const properties = schema.properties as JsonObject;
  const files = { ...(properties.files as JsonObject), items: bytes };
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...properties, files } } } };
}

export function successes({ carries }: Endpoint, schema: JsonObject): JsonObject {
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'X-Api-Contract': { $ref: '#/components/headers/Contract' },
  };
  if (carries !== 'file')
    return { 200: { description: words.success, headers, content: { 'application/json': { schema } } } };
  const range = { 'Content-Range': { schema: { type: 'string' } } };
  return {
    200: { description: words.success, headers, content: asBytes },
    206: { description: words.partOfFile, headers: { ...headers, ...range }, content: asBytes },
    416: { description: words.noSuchPart, headers: { ...headers, ...range } },
  };
}
