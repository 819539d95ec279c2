import type { Call } from '../../kernel/call.ts';

const dayMs = 86_400_000;

/** The phone's instant of the save, unless its clock is out of all reason. */
export function recordedAt(call: Call, payload: Readonly<Record<string, unknown>>): { recordedAt?: string } {
  const { recorded_at: said } = payload;
  const told = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  const isSane = told > Date.parse('2000-01-01') && told <= call.now + dayMs;
  return isSane ? { recordedAt: new Date(told).toISOString() } : {};
}
