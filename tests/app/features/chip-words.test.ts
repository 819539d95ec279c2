import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chipWords } from '../../../src/app/features/shell/sync-chip.tsx';
import { unknownStatus } from '../../../src/app/sync/engine/status.ts';
import type { SyncStatus } from '../../../src/app/sync/farm.ts';

const calm: SyncStatus = { ...unknownStatus, reach: 'reachable', ready: true };
const now = Date.parse('2026-11-21T15:00:00.000Z');
/** So many minutes ago. */
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
const day = 24 * 60;
const none = { photos: 0, voices: 0, papers: 0, refused: 0 };
const offline = { ...calm, reach: 'unreachable' } as const;

describe('the chip says', () => {
  test.each<[string, SyncStatus, string]>([
    ['calm', calm, 'Al día'],
    ['busy', unknownStatus, 'Comprobando…'],
    ['busy', { ...calm, reach: 'unknown' }, 'Comprobando…'],
    ['busy', { ...calm, ready: false }, 'Comprobando…'],
    ['waiting', offline, 'Sin señal'],
    ['waiting', { ...calm, waiting: 1 }, '1 pendiente'],
    ['waiting', { ...calm, waiting: 3 }, '3 pendientes'],
    ['waiting', { ...calm, waiting: 1400 }, '1.400 pendientes'],
    ['error', { ...calm, withError: 1400 }, '1.400 con error'],
    ['busy', { ...calm, waiting: 1400, sending: { done: 1233, total: 1400 } }, 'Enviando 1.234 de 1.400…'],
    ['waiting', { ...calm, reach: 'unknown', waiting: 3 }, '3 pendientes'],
    ['waiting', { ...offline, waiting: 1 }, 'Sin señal · 1 pendiente'],
    ['busy', { ...calm, waiting: 3, sending: { done: 0, total: 3 } }, 'Enviando 1 de 3…'],
    ['busy', { ...calm, waiting: 2, sending: { done: 1, total: 3 } }, 'Enviando 2 de 3…'],
    ['busy', { ...calm, waiting: 0, sending: { done: 3, total: 3 } }, 'Enviando 3 de 3…'],
    ['error', { ...calm, withError: 1 }, '1 con error'],
    ['error', { ...offline, waiting: 5, withError: 2 }, '2 con error'],
    ['error', { ...calm, sending: { done: 0, total: 9 }, withError: 2 }, '2 con error'],
    ['busy', { ...calm, ready: false, preparing: 0 }, 'Preparando… 0 %'],
    ['busy', { ...calm, ready: false, preparing: 0.426 }, 'Preparando… 43 %'],
    ['waiting', { ...offline, ready: false, preparing: 0.5 }, 'Sin señal'],
    ['waiting', { ...calm, waiting: 2, needsSignIn: true }, '2 pendientes'],
    ['waiting', { ...calm, waiting: 2, mustUpdate: true }, '2 pendientes'],
    ['waiting', { ...calm, mustUpdate: true }, 'Falta actualizar la app'],
    ['late', { ...calm, noSpace: true }, 'Sin lugar'],
    ['waiting', { ...calm, waiting: 2, noSpace: true }, '2 pendientes'],
  ])('%s, %j: %s', (tone, status, text) => {
    expect(chipWords(status, none, now)).toMatchObject({ text, tone });
  });

  test.each([
    [calm, { photos: 2, voices: 0, papers: 0, refused: 0 }, '2 fotos por enviar'],
    [calm, { photos: 0, voices: 1, papers: 0, refused: 0 }, '1 audio por enviar'],
    [offline, { photos: 1, voices: 1, papers: 0, refused: 0 }, 'Sin señal · 1 foto y 1 audio por enviar'],
    [{ ...calm, waiting: 1 }, { photos: 1, voices: 0, papers: 0, refused: 0 }, '1 pendiente'],
  ])('%j with %j still to go: %s', (status, files, text) => {
    expect(chipWords(status, files, now)).toMatchObject({ text, tone: 'waiting' });
  });

  test.each<[string, SyncStatus]>([
    ['3 pend.', { ...calm, waiting: 3 }],
    ['Sin señal · 1.400', { ...offline, waiting: 1400 }],
    ['2/3', { ...calm, waiting: 2, sending: { done: 1, total: 3 } }],
    ['43 %', { ...calm, ready: false, preparing: 0.426 }],
    ['…', { ...calm, ready: false }],
  ])('%s in short, on a narrow phone', (short, status) => {
    expect(chipWords(status, none, now).short).toBe(short);
  });

  test('a photo that the server refused like a record that it refused', () => {
    expect(chipWords({ ...calm, withError: 1 }, { ...none, refused: 2 }, now)).toEqual({
      text: '3 con error',
      tone: 'error',
    });
  });

  const one = { ...calm, waiting: 1, waitingSince: ago(14) };
  test.each<[string, SyncStatus, string]>([
    ['waiting', one, '1 pendiente'],
    ['late', { ...one, waitingSince: ago(15) }, '1 sin enviar hace 15 min'],
    ['late', { ...one, waiting: 3, waitingSince: ago(200) }, '3 sin enviar hace 3 h'],
    ['waiting', { ...one, waitingSince: ago(200), lastSentAt: ago(1) }, '1 pendiente'],
    ['late', { ...one, waitingSince: ago(200), lastSentAt: ago(-day) }, '1 sin enviar hace 3 h'],
    ['waiting', { ...one, reach: 'unknown', waitingSince: ago(200) }, '1 pendiente'],
    ['waiting', { ...one, reach: 'unreachable', waitingSince: ago(day - 1) }, 'Sin señal · 1 pendiente'],
    ['error', { ...one, reach: 'unreachable', waitingSince: ago(day + 1) }, '1 sin enviar desde ayer'],
    ['error', { ...one, waiting: 12, waitingSince: ago(18 * day) }, '12 sin enviar desde el 03/11'],
    ['error', { ...one, waitingSince: ago(400 * day) }, '1 sin enviar desde el 17/10/2025'],
    ['waiting', { ...one, waitingSince: ago(-2 * day) }, '1 pendiente'],
  ])('%s once the oldest has waited long, %j: %s', (tone, status, text) => {
    expect(chipWords(status, none, now)).toMatchObject({ text, tone });
  });

  const statuses = fc.record<SyncStatus>({
    reach: fc.constantFrom('unknown' as const, 'reachable' as const, 'unreachable' as const),
    waiting: fc.nat(3),
    waitingSince: fc.option(fc.nat(3 * day).map(ago)),
    sending: fc.option(fc.record({ done: fc.nat(3), total: fc.nat(3) })),
    withError: fc.nat(2),
    needsSignIn: fc.boolean(),
    mustUpdate: fc.boolean(),
    noSpace: fc.boolean(),
    turnedBack: fc.boolean(),
    isBehind: fc.boolean(),
    skewMs: fc.constantFrom(0, 7_200_000),
    lastSentAt: fc.option(fc.nat(3 * day).map(ago)),
    preparing: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    arriving: fc.constant(null),
    ready: fc.boolean(),
  });

  test('«Al día» only where nothing waits, nothing fails and everything is known', () => {
    fc.assert(
      fc.property(statuses, (status) => {
        const isCalm =
          status.reach === 'reachable' &&
          status.ready &&
          status.preparing === null &&
          status.waiting + status.withError === 0 &&
          status.sending === null &&
          !status.mustUpdate &&
          !status.noSpace &&
          !status.turnedBack &&
          !status.isBehind;
        expect(chipWords(status, none, now).text === 'Al día').toBe(isCalm);
      }),
      { numRuns: 2000 },
    );
  });

  test('how many there are whenever something waits and nothing fails or leaves', () => {
    fc.assert(
      fc.property(statuses, (status) => {
        if (status.waiting === 0 || status.withError > 0 || status.sending) return;
        expect(chipWords(status, none, now).text).toContain(String(status.waiting));
      }),
    );
  });
});
