import { movementTypes } from '../../src/domain/movements/types.ts';
import { scan } from './scan.ts';
import type { Sources } from './sources.ts';

const wireWord = new RegExp(`(?<![A-Z_])(?:${movementTypes.join('|')})(?![A-Z_])`, 'g');

/** Where the wire's words of kinds belong: the kinds themselves and their list, the demonstration's story, the exam. */
const modules = /^src\/(domain\/movements\/(kinds\/|types\.ts$)|server\/seed\/|exam\/)/;

/** Files outside of them that name a kind by its word, in a text or as a key, with the words. Comments may. */
export function namedKinds(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!/^(src|sw)\//.test(path) || modules.test(path)) return [];
    const { code, strings } = scan(text);
    const words = [...code.matchAll(wireWord), ...strings.flatMap((one) => [...one.matchAll(wireWord)])];
    return words.length > 0 ? [`${path}: ${[...new Set(words.map(([word]) => word))].join(', ')}`] : [];
  });
}
