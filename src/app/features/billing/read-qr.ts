/** The phone's own reader, where it has one (Chrome on Android). */
interface Detector {
  readonly detect: (image: ImageBitmap) => Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector;

function ownReader(): Detector | null {
  const known = (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector;
  return known ? new known({ formats: ['qr_code'] }) : null;
}

/** Larger pictures only take longer: a QR needs a few points a square. */
const mostPoints = 1600;

/** Where a QR is looked for: the whole paper, then its parts. Receipts carry several, and a reader finds one at a time. */
const parts = [
  { x: 0, y: 0, width: 1, height: 1 },
  { x: 0, y: 0.5, width: 1, height: 0.5 },
  { x: 0, y: 0, width: 1, height: 0.5 },
  { x: 0, y: 0.5, width: 0.5, height: 0.5 },
  { x: 0.5, y: 0.5, width: 0.5, height: 0.5 },
] as const;

function pointsOf(bitmap: ImageBitmap, part: (typeof parts)[number]): ImageData | null {
  const [width, height] = [bitmap.width * part.width, bitmap.height * part.height];
  const scale = Math.min(1, mostPoints / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const from = [bitmap.width * part.x, bitmap.height * part.y, width, height] as const;
  context.drawImage(bitmap, ...from, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The reader that we bring along: it is fetched when a paper is looked at, not before. */
async function readParts(bitmap: ImageBitmap): Promise<string[]> {
  const { decodeQR } = await import('qr/decode.js');
  const texts = new Set<string>();
  for (const part of parts) {
    const points = pointsOf(bitmap, part);
    if (points === null) continue;
    const text = decoded(() => decodeQR(points));
    if (text !== null) texts.add(text);
  }
  return [...texts];
}

/** The reader throws where it finds nothing: that is no bug, most papers have no QR. */
function decoded(read: () => string): string | null {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Error) return null;
    throw thrown;
  }
}

async function opened(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (thrown) {
    // A PDF, or a picture of a kind that this browser does not read.
    if (thrown instanceof DOMException || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

/** The texts of the QRs on a photo, without signal. Empty where there is none to be read. */
export async function qrTextsIn(file: Blob): Promise<readonly string[]> {
  const bitmap = await opened(file);
  if (!bitmap) return [];
  try {
    const reader = ownReader();
    const found = reader ? (await reader.detect(bitmap)).map((code) => code.rawValue) : [];
    return found.length > 0 ? found : await readParts(bitmap);
  } finally {
    bitmap.close();
  }
}
