import { expect, test } from 'vitest';
import { matchRoute } from '../../src/server/kernel/routes.ts';
import { fillPath } from '../../src/contract/endpoint.ts';
import { allEndpoints } from '../../src/contract/endpoints.ts';

const taking = allEndpoints.filter(({ endpoint }) => endpoint.carries === 'form' || endpoint.carries === 'bytes');

test('calls that take files or bytes are there', () => {
  expect(taking.map(({ name }) => name)).toEqual(expect.arrayContaining(['putBlob', 'uploadInvoice']));
});

test.each(taking)(
  '$name is asked for leave by a read of the same right, before a byte of it is taken',
  ({ endpoint }) => {
    const { leave, least, may } = endpoint;
    const asked = matchRoute('GET', fillPath(leave?.path ?? '', { org: 'farm' }));
    expect(asked?.endpoint).toMatchObject({ least, may, carries: null });
  },
);

/** What asks for no token and tries nothing: its own word is a key that is too long to guess, or it says nothing of anybody. */
const untried = new Set(['refreshToken', 'endLeftSessions', 'health']);

/** Where passwords, codes and links are tried (trust.md rows 5, 41). */
const tried = allEndpoints.filter(({ name, endpoint }) => /^(none|one-time)$/.test(endpoint.who) && !untried.has(name));

test.each(tried)('$name has few tries from one network', ({ endpoint }) => {
  expect(['log-in', 'sign-up', 'recovery']).toContain(endpoint.counted);
});
