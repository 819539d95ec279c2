const formatters: Intl.NumberFormat[] = [];

/**
 * `1.234,5` (ux.md §5.4), at most `decimals` decimals, no trailing zeros. Whole numbers do without the browser's formatter: to make the first
 * one takes a slow phone 50 ms.
 */
export function formatNumber(value: number, decimals = 2): string {
  if (Number.isSafeInteger(value)) return String(value).replace(/\B(?=(\d{3})+$)/g, '.');
  formatters[decimals] ??= new Intl.NumberFormat('es-AR', {
    maximumFractionDigits: decimals,
    useGrouping: 'always' as never,
  });
  return formatters[decimals].format(value);
}
