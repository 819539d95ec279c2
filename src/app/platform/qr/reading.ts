type Seen = ImageData | ImageBitmap;
interface Detector {
  readonly detect: (image: Seen) => Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = (new (options: { readonly formats: readonly string[] }) => Detector) & {
  readonly getSupportedFormats: () => Promise<readonly string[]>;
};

let native: Promise<Detector | null> | null = null;

/** The browser's detector, if any: faster, nothing to load. */
async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  try {
    const formats = await BarcodeDetector.getSupportedFormats();
    return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
  } catch {
    // Some phones expose it with nothing behind.
    return null;
  }
}

/** Null: no detector. */
async function ownReading(image: Seen): Promise<readonly string[] | null> {
  native ??= ownDetector();
  const detector = await native;
  if (!detector) return null;
  try {
    return (await detector.detect(image)).map((found) => found.rawValue);
  } catch {
    // Its service may be missing: use our decoder from here on.
    native = Promise.resolve(null);
    return null;
  }
}

/** Our decoder, loaded on demand; finds one code. */
async function decoded(image: ImageData): Promise<string | null> {
  const { default: decode } = await import('qr/decode.js');
  try {
    return decode(image);
  } catch {
    // The library throws if there is no code.
    return null;
  }
}

/** The text of the QR code in a picture, or null. */
export async function readCode(image: ImageData): Promise<string | null> {
  const seen = await ownReading(image);
  return seen ? (seen[0] ?? null) : decoded(image);
}

/** In fractions of width and height. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const whole: Part = { x: 0, y: 0, width: 1, height: 1 };

/** Parts of a paper, searched for one code each. */
const parts: readonly Part[] = [
  whole,
  { x: 0, y: 0.5, width: 1, height: 0.5 },
  { x: 0, y: 0, width: 1, height: 0.5 },
  { x: 0, y: 0.5, width: 0.5, height: 0.5 },
  { x: 0.5, y: 0.5, width: 0.5, height: 0.5 },
];

/** Larger only takes longer. */
const mostPoints = 1600;

async function opened(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (thrown) {
    // A PDF, or an image type this browser cannot read.
    if (thrown instanceof DOMException || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

/** All codes on a photo, offline. Empty for none or no image. */
export async function readCodes(file: Blob): Promise<readonly string[]> {
  const bitmap = await opened(file);
  if (!bitmap) return [];
  try {
    const seen = await ownReading(bitmap);
    if (seen && seen.length > 0) return seen;
    const texts = new Set<string>();
    for (const part of parts) {
      const [width, height] = [bitmap.width * part.width, bitmap.height * part.height];
      const scale = Math.min(1, mostPoints / Math.max(width, height));
      const text = await decoded(drawn(bitmap, Math.round(width * scale), Math.round(height * scale), part));
      if (text !== null) texts.add(text);
    }
    return [...texts];
  } finally {
    bitmap.close();
  }
}

/** Pixels of a picture, or a part of it, at a size. */
export function drawn(source: CanvasImageSource, width: number, height: number, part: Part = whole): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  if (part === whole || !(source instanceof ImageBitmap)) context.drawImage(source, 0, 0, canvas.width, canvas.height);
  else {
    const [x, y] = [source.width * part.x, source.height * part.y];
    const [wide, high] = [source.width * part.width, source.height * part.height];
    context.drawImage(source, x, y, wide, high, 0, 0, canvas.width, canvas.height);
  }
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
