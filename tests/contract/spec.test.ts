import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { constants, storageKeys } from '../../src/contract/constants.ts';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { liveActions } from '../../src/contract/live.ts';
import { problems } from '../../src/contract/problems.ts';
import { clientErrors, sentences, serverWords } from '../../src/contract/sentences.ts';
import { kindOf } from '../../src/domain/movements/registry.ts';
import { stateLabel } from '../../src/domain/movements/movement.ts';

const addresses = new Set(
  allEndpoints.flatMap(({ endpoint }) =>
    [endpoint.path, ...endpoint.aliases].map((path) => `${endpoint.method} ${path.replace(/\{\w+\}/g, '*')}`),
  ),
);

describe('The calls of the spec', () => {
  const weather = ['rain', 'frost', 'extreme-temperature', 'hail'];
  const older = [
    'rain',
    'frost',
    'buy',
    'sell',
    'recategorization',
    'asset',
    'medicine',
    'transfer',
    'treatment',
    'birth',
  ];
  const named = [
    'pregnancy-diagnosis',
    'birth',
    'abortion',
    'weaning',
    'purchase',
    'sell',
    'death',
    'weighing',
    'consumption',
    'recategorization',
  ];
  const edited = [
    'purchase',
    'sell',
    'birth',
    'death',
    'recategorization',
    'change-rodeo',
    'weighing',
    'abortion',
    'consumption',
    'weaning',
  ];
  const olderEdits = [
    'rain',
    'death',
    'buy',
    'sell',
    'frost',
    'treatment',
    'birth',
    'asset',
    'medicine',
    'recategorization',
    'transfer',
    'rodeo',
  ];
  const post = (paths: readonly string[]) => paths.map((path) => `POST /api/${path}/*`);
  const put = (paths: readonly string[]) => paths.map((path) => `PUT /api/${path}/*/*`);

  test.each([
    ...['log-in', 'sign-up', 'log-out', 'refresh-token'].map((name) => `POST /api/auth/${name}`),
    ...['send-recovery-code', 'verify-recovery-code', 'reset-password'].map((name) => `POST /api/auth/${name}`),
    ...['change-password', 'change-email', 'send-code-phone'].map((name) => `POST /api/auth/${name}`),
    ...['validate-code', 'change-phone', 'admin/set-initial-password'].map((name) => `POST /api/auth/${name}`),
    'DELETE /api/auth/delete-account',
    'GET /api/auth/session',
    'DELETE /api/auth/session/*',
    'GET /api/user',
    'GET /api/user/my-organization/*',
    'GET /api/organization',
    'POST /api/organization',
    'GET /api/organization/my-organizations',
    'GET /api/organization/data/*',
    'GET /api/organization/selected/*',
    'GET /api/lot/info/*',
    'GET /api/lot/details/*',
    'POST /api/lot/create/*',
    'PUT /api/lot/order/*',
    'DELETE /api/lot/delete/*/*',
    'PUT /api/lot/edit/*',
    'POST /api/lot/animal/delete/*',
    'POST /api/lot/animal/update/*',
    'POST /api/lot/animal/transfer',
    'POST /api/lot/record-deaths/*',
    'POST /api/rodeo/record-deaths/*',
    'POST /api/category/create/*',
    'GET /api/animal-categories/*',
    'POST /api/animal-categories/*',
    'PUT /api/animal-categories/*/*',
    'DELETE /api/animal-categories/*/*',
    'GET /api/user/*',
    'GET /api/user/open-menu',
    'DELETE /api/organization/*',
    'POST /api/organization/add-user',
    'POST /api/organization/add-user-admin',
    'DELETE /api/organization/user/*',
    'PATCH /api/organization/user/*/role',
    'POST /api/organization/*/send-greeting',
    'GET /api/note/all/*',
    'POST /api/note/create/*',
    'PUT /api/note/update/*',
    'GET /api/movement/all/*',
    'GET /api/movement/*',
    'GET /api/movement/last-10/*',
    'GET /api/movement/rodeo/*/*',
    'GET /api/movement/reproductive-cycle/*/*',
    'GET /api/movement/daily-weight-gain/*/*',
    'DELETE /api/movement/delete/*/*',
    'POST /api/asset',
    'GET /api/asset/*',
    'POST /api/asset/*/batch',
    'POST /api/asset/*/consume',
    'GET /api/asset/detail/*',
    'PUT /api/asset/*',
    'POST /api/audit/*',
    ...post(older.map((name) => `movement/load-${name}`).filter((path) => !path.endsWith('load-treatment/*'))),
    ...post(named.map((name) => `movement/${name}`)),
    ...post([
      'movement/treatment',
      'movement/change-rodeo',
      'movement/transfer/incoming',
      'movement/transfer/outgoing',
      'movement/rodeo/move',
    ]),
    ...post(weather.map((name) => `movement/weather/${name}`)),
    ...put(edited.map((name) => `movement/${name}`)),
    ...put(['movement/transfer/incoming', 'movement/transfer/outgoing', 'movement/rodeo/move']),
    ...put(weather.map((name) => `movement/weather/${name}`)),
    ...put(olderEdits.map((name) => `movement/edit-${name}`)),
    ...put(['movement/treatment', 'movement/load-medicine', 'movement/pregnancy-diagnosis', 'movement/load-transfer']),
  ])('%s is served', (address) => {
    expect(addresses).toContain(address);
  });

  test('no two calls share an address', () => {
    const all = allEndpoints.flatMap(({ endpoint }) =>
      [endpoint.path, ...endpoint.aliases].map((path) => `${endpoint.method} ${path}`),
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('The live actions of the spec', () => {
  test.each([
    'update-organization',
    'lot-created',
    'lot-updated',
    'lot-deleted',
    'lots-sync',
    'update-lots',
    'movement-created',
    'movement-updated',
    'movement-deleted',
    'update-movements',
    'animal-updated',
    'animal-count-changed',
    'category-created',
    'category-updated',
    'category-deleted',
    'categories-sync',
  ])('%s has its row', (action) => {
    expect(Object.keys(liveActions)).toContain(action);
  });
});

describe('Texts and figures of the spec, to the letter', () => {
  test('storage keys', () => {
    expect(Object.values(storageKeys)).toEqual(['token', 'refreshToken', 'organizationSelect']);
  });

  test('sentences', () => {
    expect(Object.values(sentences)).toEqual([
      'Sesión iniciada correctamente',
      'No authentication token',
      'Session terminated',
      'Logout completed with API error',
      'Failed to connect after 10 attempts',
      'Error inesperado del servidor',
      'No se pudo conectar con el servidor',
      'Error al iniciar sesión',
      'Lote no encontrado',
      'Error al crear el lote',
      'Error al eliminar el lote',
      'Error al eliminar animal',
      'Error al transferir animales',
      'Animal eliminado exitosamente',
      'Transferencia completada exitosamente',
      'Success',
      'error',
      'Registro de datos',
      'Historial de ediciones',
      'Ver todo',
      'Unexpected Application Error!',
    ]);
    expect(Object.values(clientErrors)).toEqual(['FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR']);
    expect(serverWords.notFound).toEqual(['No se encontró', 'not found']);
  });

  test('the badge and the fallback label of a movement', () => {
    const metadata = { lot_id: null, deletedBy: null, editHistory: [] };
    expect(stateLabel({ deleted: false, metadata })).toBe('Activo');
    expect(stateLabel({ deleted: false, metadata: { ...metadata, deletedBy: 'ana' } })).toBe('Eliminado');
    expect(kindOf('?').label).toBe('Movimiento');
  });

  test('limits', () => {
    expect(constants).toMatchObject({
      tokenMarginSeconds: 30,
      httpTimeoutMs: 30_000,
      socketPath: '/api/events/socket.io',
      socketConnectTimeoutMs: 10_000,
      socketOverallTimeoutMs: 15_000,
      socketBackoffFirstMs: 1000,
      socketBackoffMaxMs: 30_000,
      socketBackoffJitterMs: 1000,
      socketMaxAttempts: 10,
      roomRetryEveryMs: 500,
      roomRetryForMs: 15_000,
      roomPendingPollEveryMs: 200,
      roomPendingPollForMs: 10_000,
      lastMovements: 10,
      toastMs: 2000,
      toastDefaultMs: 5000,
      cacheKeepUnusedMs: 60_000,
      subscriptionBatchMs: 500,
      editHistoryMaxHeightPx: 500,
    });
  });
});

describe('Problems', () => {
  test('no refusal for lack of a right speaks of tokens or sessions: the client would sign out', () => {
    const forbidden = Object.values(problems).filter((row) => row.status === 403);
    expect(forbidden.map((row) => row.message).filter((message) => /token|session expired/i.test(message))).toEqual([]);
    expect(forbidden.length).toBeGreaterThan(0);
  });

  test('what ends a session is said in the words of the spec', () => {
    expect(problems.TOKEN_MISSING).toMatchObject({ status: 401, message: 'Please provide token' });
    expect(problems.TOKEN_EXPIRED.message).toBe('token expired');
    expect(problems.TOKEN_INVALID.message).toBe('invalid token');
    expect(problems.SESSION_REVOKED.message).toBe('session expired');
  });

  test('stand in the table of wire.md under what a client does about each', () => {
    const wire = readFileSync(new URL('../../src/docs/wire.md', import.meta.url), 'utf8');
    const told = wire.split('\n').flatMap((line) => {
      const [, retry, cell = ''] = /^\| (never|later) +\| (.*) \|$/.exec(line) ?? [];
      return cell.split(';').flatMap((group) => {
        const [status] = /\b\d{3}\b/.exec(group) ?? [];
        return [...group.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => `${retry} ${status} ${code}`);
      });
    });
    const ours = Object.entries(problems).map(([code, { retry, status }]) => `${retry} ${status} ${code}`);
    const signIn = /^after-sign-in 401 (TOKEN|SESSION)_/;
    expect(told.toSorted()).toEqual(ours.filter((one) => !signIn.test(one)).toSorted());
  });

  test('everything else is Spanish', () => {
    const others = Object.values(problems).filter((row) => row.retry !== 'after-sign-in');
    expect(others.map((row) => row.message).filter((message) => !/^[A-ZÁÉÍÓÚÑ]/.test(message))).toEqual([]);
  });
});
