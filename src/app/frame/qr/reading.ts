interface Detector {
  readonly detect: (image: ImageData) => Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = (new (options: { readonly formats: readonly string[] }) => Detector) & {
  readonly getSupportedFormats: () => Promise<readonly string[]>;
};

let native: Promise<Detector | null> | null = null;

/** The phone's own reader, where it has one: quicker, and nothing to load. */
async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  try {
    const formats = await BarcodeDetector.getSupportedFormats();
    return formats.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null;
  } catch {
    // Some phones name the reader and have none behind it.
    return null;
  }
}

/** The text of the QR code in a picture, or null where none is read. */
export async function readCode(image: ImageData): Promise<string | null> {
  native ??= ownDetector();
  const detector = await native;
  if (detector) {
    try {
      const [found] = await detector.detect(image);
      return found?.rawValue ?? null;
    } catch {
      // Its service may be missing: from here on the app's own reader reads.
      native = Promise.resolve(null);
    }
  }
  const { default: decode } = await import('qr/decode.js');
  try {
    return decode(image);
  } catch {
    // The library says by throwing that a picture shows no code.
    return null;
  }
}

/** A picture at a size, as pixels. */
export function drawn(source: CanvasImageSource, width: number, height: number): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws no pictures');
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
