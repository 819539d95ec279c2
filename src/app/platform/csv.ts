import type { SheetCell } from '#domain';

/** What a spreadsheet takes for a formula. */
const formula = /^'*[=+\-@\t\r\n\0]/;

const text = (value: string): string => {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[;"\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A decimal comma, never a formula (trust.md row 124). */
function cell(value: SheetCell): string {
  if (value === null) return '';
  if (typeof value === 'string') return text(value);
  return String(typeof value === 'number' ? value : value.amount).replace('.', ',');
}

/** BOM: says UTF-8 to a spreadsheet. */
export const csvMark = '\uFEFF';

/** Rows a spreadsheet set for Argentina opens: `;` between cells, decimal commas. */
export const csvRows = (rows: readonly (readonly SheetCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');

/** A whole CSV file. */
export const csvOf = (rows: readonly (readonly SheetCell[])[]): string => `${csvMark}${csvRows(rows)}`;
