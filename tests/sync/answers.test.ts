import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reply, SyncMarks } from '../../src/app/net/reply.ts';
import { classify } from '../../src/app/sync/outbox/send.ts';
import { backoffMs } from '../../src/app/sync/outbox/outbox.ts';
import { problems, type ProblemCode } from '../../src/contract/problems.ts';

const marks = { seq: 7, epoch: 'one', replayed: false, serverTimeMs: null };
const noMarks = { ...marks, seq: null, epoch: null };
const refused = (
  code: string,
  status: number,
  message: string | null = null,
  retryAfterMs: number | null = null,
): Reply => ({
  outcome: 'refused',
  problem: { code, status, message, issues: [], retryAfterMs, requestId: null },
  marks: noMarks,
});
const answered = (body: unknown, status = 200, given: SyncMarks = marks): Reply => ({
  outcome: 'answer',
  status,
  body,
  marks: given,
});
const post = { method: 'POST', subject: 'movement' } as const;
const del = { method: 'DELETE', subject: 'movement' } as const;

describe('What an answer proves', () => {
  test('an answer with the marks of our API proves that the record was kept', () => {
    expect(classify(answered({ ok: true, movement: { id: 'm1' } }), post)).toEqual({
      is: 'applied',
      ack: { seq: 7, epoch: 'one', mark: null, serverId: 'm1' },
    });
  });

  test('and so does the short one that an old key gets, which names no record', () => {
    const short = { ok: true, applied: true, key: '0f6e3a52-5f0c-4a37-9f57-2f1a9b3d7c11', seq: 7 };
    expect(classify(answered(short), post)).toEqual({
      is: 'applied',
      ack: { seq: 7, epoch: 'one', mark: null, serverId: null },
    });
  });

  test('an answer that changed nothing is success too', () => {
    expect(classify(answered({ ok: true }, 200, { ...marks, seq: null }), del).is).toBe('applied');
  });

  test('nothing without the marks ever proves anything, whatever it says', () => {
    const bodies = fc.oneof(fc.anything(), fc.constant({ ok: true }), fc.constant('<html>Bienvenido al WiFi</html>'));
    fc.assert(
      fc.property(bodies, fc.integer({ min: 200, max: 299 }), (body, status) => {
        expect(classify(answered(body, status, noMarks), post)).toEqual({ is: 'later', retryAfterMs: null });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([[null], [''], ['<html>'], [[]], [{}], [{ ok: false }], [{ ok: 'true' }]])(
    'marks around %j prove nothing: the answer was cut or is not ours',
    (body) => {
      expect(classify(answered(body, 204), post).is).toBe('later');
    },
  );

  test.each(['FETCH_ERROR', 'TIMEOUT_ERROR', 'PARSING_ERROR'] as const)('%s is the link, never a refusal', (reason) => {
    expect(classify({ outcome: 'unreachable', reason, detail: '' }, post).is).toBe('later');
  });
});

describe('What a refusal means', () => {
  test.each<[ProblemCode, string]>([
    ['INVALID_BODY', 'refused'],
    ['FORBIDDEN', 'refused'],
    ['NOT_FOUND', 'refused'],
    ['LOT_NOT_EMPTY', 'refused'],
    ['NAME_TAKEN', 'refused'],
    ['DEPENDENT_MOVEMENTS', 'refused'],
    ['CONFLICT', 'refused'],
    ['BODY_TOO_LARGE', 'refused'],
    ['NOT_ENOUGH_ANIMALS', 'refused'],
    ['IDEMPOTENCY_MISMATCH', 'refused'],
    ['DEPENDENCY_MISSING', 'parked'],
    ['UPGRADE_REQUIRED', 'upgrade'],
    ['RATE_LIMITED', 'later'],
    ['SERVER_ERROR', 'later'],
    ['DATABASE_UNAVAILABLE', 'later'],
    ['TOKEN_EXPIRED', 'sign-in'],
    ['SESSION_REVOKED', 'sign-in'],
  ])('%s: %s', (code, verdict) => {
    expect(classify(refused(code, problems[code].status), post).is).toBe(verdict);
  });

  test.each<[number, string, string]>([
    [400, '', 'refused'],
    [401, 'anything', 'sign-in'],
    [403, 'invalid token', 'sign-in'],
    [403, 'session expired', 'sign-in'],
    [403, 'No tenés permiso', 'refused'],
    [408, '', 'later'],
    [425, '', 'later'],
    [429, '', 'later'],
    [500, '', 'later'],
    [502, '', 'later'],
    [599, '', 'later'],
  ])('an unknown code is judged by its status: %i %s', (status, message, verdict) => {
    expect(classify(refused(`HTTP_${status}`, status, message), post).is).toBe(verdict);
  });

  test('a first sending that is still under way is waited for', () => {
    expect(classify(refused('REQUEST_IN_PROGRESS', 409), post).is).toBe('later');
  });

  test.each([
    ['NOT_FOUND', 404, null],
    ['HTTP_404', 404, 'Lot not found'],
    ['HTTP_404', 404, 'No se encontró el lote'],
  ])('deleting what is gone is done (%s %i %s)', (code, status, message) => {
    expect(classify(refused(code, status, message), del).is).toBe('applied');
  });

  test('a page of a proxy that knows no such address deletes nothing', () => {
    expect(classify(refused('HTTP_404', 404, null), del).is).not.toBe('applied');
  });

  test('the server’s own waiting time is kept', () => {
    expect(classify(refused('RATE_LIMITED', 429, null, 40_000), post)).toEqual({ is: 'later', retryAfterMs: 40_000 });
  });
});

describe('Waiting between tries', () => {
  test('doubles from one second to thirty, with up to a second of chance', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((tries) => backoffMs(tries, 0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, fraction) => {
        const wait = backoffMs(tries, fraction);
        expect(wait).toBeGreaterThanOrEqual(1_000);
        expect(wait).toBeLessThanOrEqual(31_000);
      }),
    );
  });
});
