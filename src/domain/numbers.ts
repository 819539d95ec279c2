/** The figures of a whole number in threes. */
export const inThrees = (figures: string): string => figures.replace(/\B(?=(\d{3})+$)/g, '.');

const formatters: Intl.NumberFormat[] = [];

/**
 * `1.234,5` (ux.md §5.4), at most `decimals` decimals, no trailing zeros. Whole numbers do without the browser's formatter: to make the first
 * one takes a slow phone 50 ms.
 */
export function formatNumber(value: number, decimals = 2): string {
  if (Number.isSafeInteger(value)) return inThrees(String(value));
  formatters[decimals] ??= new Intl.NumberFormat('es-AR', {
    maximumFractionDigits: decimals,
    useGrouping: 'always' as never,
  });
  return formatters[decimals].format(value);
}
