import { attachmentLimits } from '#domain';

/** Crosses a bad link in half a minute (ux.md, storage: photos of at most 300 kB). */
const enough = 300 * 1024;
const qualities = [0.82, 0.7, 0.55] as const;

async function decoded(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (thrown) {
    // Not an image, or of a type this browser cannot read.
    if (thrown instanceof DOMException || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

function drawn(bitmap: ImageBitmap): HTMLCanvasElement | null {
  const scale = Math.min(1, attachmentLimits.photoSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  // A JPEG has no alpha: transparent becomes white, not black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const asJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/**
 * A photo as stored and sent: 1600 px at most, redrawn so that neither place nor device stay in it (trust.md row 135). Null if it is no
 * image.
 */
export async function compressed(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  const bitmap = await decoded(file);
  if (!bitmap) return null;
  const canvas = drawn(bitmap);
  bitmap.close();
  let smallest: Blob | null = null;
  for (const quality of qualities) {
    smallest = canvas && (await asJpeg(canvas, quality));
    if (!smallest || smallest.size <= enough) break;
  }
  return smallest && new Uint8Array(await smallest.arrayBuffer());
}
