/** `null`: empty; `ambiguous`: `1.234`, a thousand or a bit over one (ux.md §5.4). */
export type NumberReading = number | null | 'invalid' | 'ambiguous';

/** Parses `12,5`, `12.5` and `1.234,5`. */
export const readNumberText = (text: string): NumberReading => {
  const typed = text.replaceAll(/\s/g, '');
  if (typed === '') return null;
  if (/^-?\d+(,\d+)?$/.test(typed)) return Number(typed.replace(',', '.'));
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(typed) || /^-?\d{1,3}(\.\d{3}){2,}$/.test(typed)) {
    return Number(typed.replaceAll('.', '').replace(',', '.'));
  }
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(typed)) return 'ambiguous';
  return /^-?\d+\.\d+$/.test(typed) ? Number(typed) : 'invalid';
};

/** A body's value: NaN for text that is no number, refused at its field. */
export const typedNumber = <Given extends number | null | undefined>(value: Given | string): Given | number =>
  typeof value === 'string' ? Number.NaN : value;

/** Decimal comma, no grouping, no exponent, which nobody types and nothing here reads. */
export const writeNumberText = (value: number | null): string => {
  if (value === null) return '';
  const text = String(value);
  return text.includes('e')
    ? value.toLocaleString('es-AR', { useGrouping: false, maximumFractionDigits: 20 })
    : text.replace('.', ',');
};

/** The text a number field shows. */
export const heldNumberText = (value: number | string | null): string =>
  typeof value === 'string' ? value : writeNumberText(value);

export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',' | 'back';

export interface NumberShape {
  readonly maxDigits: number;
  readonly decimals: number;
}

/** The text after a key press; one that does not fit changes nothing. */
export const pressKey = (text: string, key: KeypadKey, shape: NumberShape): string => {
  if (key === 'back') return text.slice(0, -1);
  const [whole = '', fraction] = text.split(',');
  if (key === ',') {
    if (shape.decimals === 0 || fraction !== undefined) return text;
    return text === '' ? '0,' : `${text},`;
  }
  if (fraction !== undefined) return fraction.length < shape.decimals ? text + key : text;
  if (whole === '0') return key;
  return whole.length < shape.maxDigits ? text + key : text;
};
