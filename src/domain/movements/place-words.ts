import type { RecordedKind } from './define.ts';

/** The half of a place that a field asks for, or null. */
export const halfOf = (kind: RecordedKind, name: string): 'lot' | 'rodeo' | null => {
  const control = kind.fields[name]?.control;
  return control === 'lot' || control === 'rodeo' ? control : null;
};

/** `¿De qué lote?`, `¿A qué rodeo?` (ux.md, place before animals). */
export function placeQuestion(kind: RecordedKind, name: string): string {
  const half = halfOf(kind, name) === 'rodeo' ? 'rodeo' : 'lote';
  if (name.startsWith('to_') || kind.fields[name]?.label.includes('destino')) return `¿A qué ${half}?`;
  const isFrom = kind.herd === 'out' || kind.herd === 'within';
  return isFrom ? `¿De qué ${half}?` : `¿En qué ${half}?`;
}

export const noPlace = { lot: 'Sin lote', rodeo: 'Sin rodeo' } as const;
