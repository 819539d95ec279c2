/** Attachments of invoices: wire type → ending. */
export const fileTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const;
export type FileType = keyof typeof fileTypes;

/** Cameras and chats mix up picture endings. */
const picture = ['jpg', 'jpeg', 'jfif', 'png'];
const endings: Readonly<Record<FileType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': picture,
  'image/png': picture,
};

/** `factura.pdf.html` is no PDF, whatever its content (trust.md row 129). */
export function isNamedAs(name: string, type: FileType): boolean {
  const ending = /\.([a-z][a-z0-9]{1,4})$/i.exec(name.trim())?.[1]?.toLowerCase();
  return ending === undefined || endings[type].includes(ending);
}

/** domain.md §2.8, trust.md row 130. */
export const fileLimits = {
  bytes: 10 * 1024 * 1024,
  perInvoice: 5,
  bytesPerOrganization: 1024 * 1024 * 1024,
  nameLength: 150,
  pixels: 40_000_000,
} as const;

export const noFilesMessage = 'Elegí al menos un archivo';

export const lettersAt = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(Math.max(0, start), end));

/** Readers' tolerance: bytes from the end, and around the table's position. */
const tailLength = 1024;
const slack = 64;

/** The trailer with the table's position (ISO 32000, 7.5.5). */
const ending = /startxref\s+(\d{1,10})\s+%%EOF(?![^]*startxref)/;

/** A table, or an object since version 1.5. */
const table = /\bxref\b|\b\d+\s+\d+\s+obj\b/;

/** Whether a PDF is complete: header, trailer and its table in place (trust.md row 129). Nothing in it is opened. */
function isWholePdf(bytes: Uint8Array): boolean {
  if (lettersAt(bytes, 0, 5) !== '%PDF-') return false;
  const at = Number(ending.exec(lettersAt(bytes, bytes.length - tailLength, bytes.length))?.[1] ?? Number.NaN);
  return at < bytes.length && table.test(lettersAt(bytes, at - slack, at + slack));
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const jpeg = [0xff, 0xd8, 0xff];

const numberAt = (bytes: Uint8Array, at: number, length: 2 | 4): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + length > bytes.length) return 0;
  return length === 2 ? view.getUint16(at) : view.getUint32(at);
};

/** Pictures too large to decode in memory are refused (trust.md row 131). */
const isPicture = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= fileLimits.pixels;

/** Start-of-frame markers; three numbers among them are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function isJpegPicture(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return isPicture(numberAt(bytes, at + 7, 2), numberAt(bytes, at + 5, 2));
    // Runs of 0xff are padding; other segments before the frame have a length.
    at += marker === 0xff ? 1 : 2 + numberAt(bytes, at + 2, 2);
  }
  return false;
}

/** The type by content, whatever name or sender claim; null if not allowed. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  if (isWholePdf(bytes)) return 'application/pdf';
  if (startsWith(bytes, jpeg)) return isJpegPicture(bytes) ? 'image/jpeg' : null;
  const isPng = startsWith(bytes, png) && isPicture(numberAt(bytes, 16, 4), numberAt(bytes, 20, 4));
  return isPng ? 'image/png' : null;
}
