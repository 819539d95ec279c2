import type { RecordedKind } from './define.ts';

/** Which half of a place a field asks for; null for any other field. */
export const halfOf = (kind: RecordedKind, name: string): 'lot' | 'rodeo' | null => {
  const control = kind.fields[name]?.control;
  return control === 'lot' || control === 'rodeo' ? control : null;
};

/** The question that a field of the place asks: `¿De qué lote?`, `¿A qué rodeo?` (ux.md, place before animals). */
export function placeQuestion(kind: RecordedKind, name: string): string {
  const half = halfOf(kind, name) === 'rodeo' ? 'rodeo' : 'lote';
  if (name.startsWith('to_') || kind.fields[name]?.label.includes('destino')) return `¿A qué ${half}?`;
  const isFrom = kind.herd === 'out' || kind.herd === 'within';
  return isFrom ? `¿De qué ${half}?` : `¿En qué ${half}?`;
}

/** How a place is called that is none. */
export const noPlace = { lot: 'Sin lote', rodeo: 'Sin rodeo' } as const;
