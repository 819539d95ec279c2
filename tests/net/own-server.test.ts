import { describe, expect, test } from 'vitest';
import { createNet } from '../../src/app/net/http.ts';

/** A net over a wire that only writes down what leaves. */
function openNet(baseUrl: string) {
  const left: { readonly address: string; readonly init: RequestInit }[] = [];
  const net = createNet({
    baseUrl,
    knowsMark: () => true,
    noteMark: () => undefined,
    fetch: async (address, init) => {
      left.push({ address, init });
      return Promise.resolve(new Response('{}'));
    },
  });
  return { left, net };
}

describe('A token', () => {
  test.each(['https://otro.test/', '//otro.test/', '/\\otro.test/', '@otro.test/', '.otro.test/', ''])(
    'goes to no other server: %s',
    async (path) => {
      for (const baseUrl of ['', 'https://api.campo.test']) {
        const { left, net } = openNet(baseUrl);
        const reply = await net.send({ method: 'GET', path, token: 'el-pase' });
        expect(reply.outcome).toBe('unreachable');
        expect(left).toEqual([]);
      }
    },
  );

  test('follows no redirect, and no cookie goes with it', async () => {
    const { left, net } = openNet('');
    await net.send({ method: 'GET', path: '/api/user', token: 'el-pase' });
    expect(left).toMatchObject([{ address: '/api/user', init: { redirect: 'error', credentials: 'omit' } }]);
  });
});
