/** Bytes as Latin-1. */
const lettersAt = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(Math.max(0, start), end));

/** Readers' tolerance: bytes from the end, and around the table's position. */
const tailLength = 1024;
const slack = 64;

/** The trailer with the table's position (ISO 32000, 7.5.5). */
const ending = /startxref\s+(\d{1,10})\s+%%EOF(?![^]*startxref)/;

/** A table, or an object since version 1.5. */
const table = /\bxref\b|\b\d+\s+\d+\s+obj\b/;

/** Whether a PDF is complete: header, trailer and its table in place (trust.md row 129). Nothing in it is opened. */
export function isWholePdf(bytes: Uint8Array): boolean {
  if (lettersAt(bytes, 0, 5) !== '%PDF-') return false;
  const at = Number(ending.exec(lettersAt(bytes, bytes.length - tailLength, bytes.length))?.[1] ?? Number.NaN);
  return at < bytes.length && table.test(lettersAt(bytes, at - slack, at + slack));
}
