import { keptConnections, plainCall, textOf } from './load.mjs';

const accepted = { 'accept-encoding': 'gzip, deflate, br' };
const rowsOfBare = 5000;

/** A program's first load of the product: pages until segments are named, then each of them; nobody unpacks those. */
export async function loadProduct(address, { organizationId, token }) {
  const agent = keptConnections(1);
  const headers = { ...accepted, authorization: `Bearer ${token}` };
  let [page, bytes, calls] = ['', 0, 0];
  const ask = async (path) => {
    const answer = await plainCall(agent, `${address}/api/sync/${organizationId}/${path}`, { headers });
    bytes += answer.body.length;
    calls += 1;
    return answer;
  };
  for (;;) {
    const { next_page: next, segments } = JSON.parse(
      textOf(await ask(`snapshot?segments=1${page && `&page=${encodeURIComponent(page)}`}`)),
    );
    for (const { tag } of segments ?? []) await ask(`history/${tag}`);
    if (next === null) break;
    page = next;
  }
  agent.destroy();
  return { bytes, calls };
}

/** The same of the bare server: its rows from the first one on, 5,000 a page. */
export async function loadBare(address, set, from = 0) {
  const agent = keptConnections(1);
  let [since, bytes, calls] = [from, 0, 0];
  for (;;) {
    const path = `/api/rows/${set}?since=${since}&limit=${rowsOfBare}`;
    const { body } = await plainCall(agent, `${address}${path}`);
    bytes += body.length;
    calls += 1;
    const { rev, isEmpty } = headOf(body);
    if (isEmpty) break;
    since = rev;
  }
  agent.destroy();
  return { bytes, calls };
}

/** What a page of the bare server begins with: its rows are read by nobody, as the product's are. */
function headOf(body) {
  const [, rev, rest] = /^\{"rev":(-?\d+),"rows":\[(.?)/.exec(body.toString('utf8', 0, 64));
  return { rev: Number(rev), isEmpty: rest === ']' };
}
