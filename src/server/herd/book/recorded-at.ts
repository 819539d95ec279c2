import type { Call } from '../../kernel/call.ts';

const dayMs = 86_400_000;

/** When the phone saved it, unless its clock is absurd. */
export function recordedAt(call: Call, payload: Readonly<Record<string, unknown>>): { recordedAt?: string } {
  const { recorded_at: said } = payload;
  const recordedMs = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  const isSane = recordedMs > Date.parse('2000-01-01') && recordedMs <= call.now + dayMs;
  return isSane ? { recordedAt: new Date(recordedMs).toISOString() } : {};
}
