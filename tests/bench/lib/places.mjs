import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, the bench's own, and where a run puts what it needs: two may run at once, and nothing of one outlives it. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const bench = join(root, 'tests', 'bench');
export const work = join(root, 'test-results', `bench-${process.pid}`);
export const pages = join(work, 'pages');
export const shipped = join(work, 'product');
