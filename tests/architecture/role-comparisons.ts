import { scan } from './scan.ts';
import type { Sources } from './sources.ts';

const role = `['"](?:owner|admin|user)['"]`;

/** A role held against a word: `role === 'user'`, `'owner' !== member.role`, `['admin'].includes(role)`, `.where('role', '=', 'owner')`. */
const comparisons: readonly RegExp[] = [
  new RegExp(`[!=]==?\\s*${role}`),
  new RegExp(`${role}\\s*[!=]==?`),
  new RegExp(`\\[[^\\]]*${role}[^\\]]*\\]\\s*\\.includes\\(`),
  new RegExp(`\\.(?:where|on|having)\\(\\s*['"][\\w.]*role['"]\\s*,\\s*['"][^'"]+['"]\\s*,[^)]*${role}`),
];

/** Where somebody's role is held against a word outside of the table of rights: the rule would be there twice, and one day differently. */
export function comparedRoles(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (!/^(src|sw)\//.test(path) || path.startsWith('src/domain/people/')) return [];
    const { code, strings } = scan(text);
    return code
      .replace(/«(\d+)»/g, (_whole, index: string) => `'${strings[Number(index)] ?? ''}'`)
      .split('\n')
      .flatMap((line, index) =>
        comparisons.some((comparison) => comparison.test(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      );
  });
}
