import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, the bench's own, and where a run puts what it needs: nothing of it outlives the next run. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const bench = join(root, 'tests', 'bench');
export const work = join(root, 'test-results', 'bench');
export const pages = join(work, 'pages');
export const shipped = join(work, 'product');
