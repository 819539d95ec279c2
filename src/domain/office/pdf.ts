/** The letters of a stretch of bytes, one for each. */
const lettersAt = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(Math.max(0, start), end));

/** How far from the end readers look for it, and how far from where it should be they look for the table. */
const tailLength = 1024;
const slack = 64;

/** The end of a PDF: where its table of contents lies, and that it ends here (ISO 32000, 7.5.5). */
const ending = /startxref\s+(\d{1,10})\s+%%EOF(?![^]*startxref)/;

/** A table as such, or as an object of its own since version 1.5. */
const table = /\bxref\b|\b\d+\s+\d+\s+obj\b/;

/**
 * Whether bytes are a whole PDF: begun, ended, with its table of contents where the end says it is (trust.md row 129). Nothing in it is
 * opened.
 */
export function isWholePdf(bytes: Uint8Array): boolean {
  if (lettersAt(bytes, 0, 5) !== '%PDF-') return false;
  const at = Number(ending.exec(lettersAt(bytes, bytes.length - tailLength, bytes.length))?.[1] ?? Number.NaN);
  return at < bytes.length && table.test(lettersAt(bytes, at - slack, at + slack));
}
