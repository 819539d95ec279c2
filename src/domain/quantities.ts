import { formatNumber, inThrees } from './numbers.ts';

export const formatKilos = (kilos: number): string => `${formatNumber(kilos, 1)} kg`;

/** `0,620` (ux.md §5.4). The browser gives no more than three decimals. */
export const formatGainFigure = (kilosPerDay: number): string =>
  kilosPerDay.toLocaleString('es-AR', { minimumFractionDigits: 3 });

export const formatGain = (kilosPerDay: number): string => `${formatGainFigure(kilosPerDay)} kg/día`;

export const formatHectares = (hectares: number): string => `${formatNumber(hectares)} ha`;

/** `$ 1.234,00`, `US$ 1.234,00`, `−$ 0,50`; dollars never with a bare `$`. `amount`: a decimal string. */
export function formatMoney(amount: string, currency: 'ARS' | 'USD' = 'ARS'): string {
  const [whole = '0', cents = ''] = amount.replace('-', '').split('.');
  const sign = amount.startsWith('-') ? '−' : '';
  // As text: a number would lose the last figures of a large amount.
  const grouped = inThrees(whole.replace(/^0+(?=\d)/, ''));
  return `${sign}${currency === 'USD' ? 'US$' : '$'} ${grouped},${cents.padEnd(2, '0').slice(0, 2)}`;
}

/** Reads `12,5`, `12.5`, `1.234,5`. A dot before exactly three digits (`1.234`) is `ambiguous`. */
export function parseDecimal(text: string): number | 'empty' | 'invalid' | 'ambiguous' {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  if (!/^-?[\d.]*(,\d*)?$/.test(trimmed) || !/\d/.test(trimmed)) return 'invalid';
  if (trimmed.includes(',')) {
    const value = Number(trimmed.replaceAll('.', '').replace(',', '.'));
    return Number.isFinite(value) ? value : 'invalid';
  }
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(trimmed)) return 'ambiguous';
  const dots = trimmed.split('.').length - 1;
  const value = Number(dots > 1 ? trimmed.replaceAll('.', '') : trimmed);
  return Number.isFinite(value) ? value : 'invalid';
}
