import { vi } from 'vitest';
import { jpegOf } from './pictures.ts';

/** Stands in for what a browser makes photos small with: every photo can be read, and comes out as one small JPEG. */
export function makePhotosSmall(): void {
  vi.stubGlobal('createImageBitmap', async () => Promise.resolve({ width: 40, height: 30, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    fillRect: () => undefined,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([jpegOf(1)])));
}
