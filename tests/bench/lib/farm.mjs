import { randomUUID } from 'node:crypto';

/** A plain call of the product's API; throws what it refuses. */
export async function call({ address }, token, method, path, body) {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && token && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said = await answer.json();
  if (said.ok !== true) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said).slice(0, 300)}`);
  return said;
}

/** Somebody with an account, who makes the farms. */
export async function signUp(server) {
  const body = {
    email: `ana-${randomUUID()}@campo.test`,
    password: 'la tranquera de Ana 7',
    first_name: 'Ana',
    last_name: 'Paz',
    phone: `+54911${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
  };
  const { token } = await call(server, null, 'POST', '/api/auth/sign-up', body);
  const { user } = await call(server, token, 'GET', '/api/user');
  return { token, userId: user.id, email: body.email, password: body.password };
}

/** A farm with lots, rodeos, and the cells that records of the bench go to. */
export async function makeFarm(server, owner, { lots = 4 } = {}) {
  const { token } = owner;
  const { organization } = await call(server, token, 'POST', '/api/organization', { name: 'La Medida' });
  const organizationId = organization.id;
  const { organization: whole } = await call(server, token, 'GET', `/api/organization/data/${organizationId}`);
  const categories = whole.categories.map(({ id }) => id).slice(0, 12);
  const lotIds = [];
  for (let index = 0; index < lots; index += 1) {
    const body = { name: `Lote ${index + 1}`, hectares: 100 };
    lotIds.push((await call(server, token, 'POST', `/api/lot/create/${organizationId}`, body)).lot.id);
  }
  const rodeoIds = [];
  for (const name of ['Cría', 'Invernada', 'Recría', 'Cabaña'])
    rodeoIds.push((await call(server, token, 'POST', `/api/rodeo/${organizationId}`, { name })).rodeo.id);
  const cells = Array.from({ length: 40 }, (_, index) => {
    const [lot, rodeo] = [lotIds[index % lots], rodeoIds[index % 4]];
    const category = categories[index % categories.length];
    return { key: `${lot}|${rodeo}|${category}`, lot, rodeo, category };
  });
  return { ...owner, organizationId, cells };
}

/** Does many calls of one farm in batches; throws the first refusal. */
export async function doTogether(server, { organizationId, token }, operations) {
  const done = [];
  for (let start = 0; start < operations.length; start += 100) {
    const part = operations.slice(start, start + 100).map((operation) => ({ key: randomUUID(), ...operation }));
    const { results } = await call(server, token, 'POST', `/api/sync/${organizationId}/ops`, { operations: part });
    const refused = results.find(({ status }) => status >= 300);
    if (refused) throw new Error(`${refused.status} ${JSON.stringify(refused.body).slice(0, 300)}`);
    done.push(...results);
  }
  return done;
}

/** Every row of a table as the first load brings it. */
export async function rowsOf(server, { organizationId, token }, tables) {
  const found = Object.fromEntries(tables.map((table) => [table, []]));
  let page = null;
  do {
    const query = page === null ? '' : `?page=${encodeURIComponent(page)}`;
    const answer = await call(server, token, 'GET', `/api/sync/${organizationId}/snapshot${query}`);
    for (const { table, row } of answer.changes) if (row && found[table]) found[table].push(row);
    page = answer.next_page;
  } while (page !== null);
  return found;
}
