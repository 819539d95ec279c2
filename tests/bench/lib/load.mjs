import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';

/** A call over kept connections; gives the body as it came, its bytes and its headers. Throws at any status but 200 and 201. */
export function plainCall(agent, address, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, method, headers }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const whole = Buffer.concat(parts);
        if (answer.statusCode > 201)
          reject(new Error(`${method} ${address}: ${answer.statusCode} ${whole.toString('utf8', 0, 200)}`));
        else resolve({ body: whole, headers: answer.headers });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** What an answer says, whichever way it was packed. */
export function textOf({ body, headers }) {
  const packed = headers['content-encoding'];
  if (packed === 'br') return brotliDecompressSync(body).toString();
  return packed === 'gzip' ? gunzipSync(body).toString() : body.toString();
}

export const keptConnections = (most) => new Agent({ keepAlive: true, maxSockets: most });

/** So many clients at once, each with one write under way until all are done; `writeOf` gives the address and the call of a write. */
export async function writeAll({ clients, writes }, writeOf) {
  const agent = keptConnections(clients);
  const times = [];
  let left = writes;
  const client = async (number) => {
    while (left > 0) {
      left -= 1;
      const { address, ...call } = writeOf(number);
      const begun = performance.now();
      await plainCall(agent, address, call);
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const taken = performance.now() - begun;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)];
  return { ms: taken / writes, perSecond: (writes * 1000) / taken, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A purchase as the product's call takes it, under a key of its own. */
export const purchaseTo = (server, { organizationId, cells }, token) => {
  const cell = cells[Math.floor(Math.random() * cells.length)];
  const animals = [{ type: cell.category, count: 1 }];
  const body = { date: new Date().toISOString().slice(0, 10), lot_id: cell.lot, rodeo_id: cell.rodeo, animals };
  return {
    address: `${server.address}/api/movement/purchase/${organizationId}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  };
};

/** The same record as a row of the bare server. */
export const rowTo = (server, target) => {
  const at = new Date().toISOString();
  const row = {
    id: randomUUID(),
    type: 'BUY',
    date: at.slice(0, 10),
    rodeoId: 'rodeo-1',
    animals: [{ type: 'category-1', count: 1 }],
    created_at: at,
    deleted: false,
    metadata: { lot_id: 'lot-1', rodeo_id: 'rodeo-1', deletedBy: null, editHistory: [] },
  };
  return {
    address: `${server.address}/api/write/${target}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(row),
  };
};
