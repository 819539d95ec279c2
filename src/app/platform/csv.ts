import type { SheetCell } from '#domain';

/** What makes a spreadsheet take a text for a formula, and the sign against it. */
const formula = /^'*[=+\-@\t\r\n\0]/;

const text = (value: string): string => {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[;"\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A cell for a spreadsheet: figures with a comma, never a formula (trust.md row 124). */
function cell(value: SheetCell): string {
  if (value === null) return '';
  if (typeof value === 'string') return text(value);
  return String(typeof value === 'number' ? value : value.amount).replace('.', ',');
}

/** The mark that says UTF-8 to a spreadsheet: at the head of a file. */
export const csvMark = '\uFEFF';

/** Rows of a file that a spreadsheet set for Argentina opens by a double click: `;` between cells, a comma in figures. */
export const csvRows = (rows: readonly (readonly SheetCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');

/** A whole file of rows. */
export const csvOf = (rows: readonly (readonly SheetCell[])[]): string => `${csvMark}${csvRows(rows)}`;
