import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The project's folder, wherever commands were called from. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An absolute path inside the project. */
export const inRoot = (...parts) => join(root, ...parts);
