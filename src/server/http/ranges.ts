/** Both ends inclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The part that a `Range` header asks for (RFC 9110 §14): null for the whole or an invalid one, 'unsatisfiable' where it begins behind the end. */
export function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!parts) return null;
  const [first = '', last = ''] = [parts[1], parts[2]];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
