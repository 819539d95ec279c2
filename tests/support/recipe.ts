import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['src', 'sw', 'public', 'tests', 'package.json', 'tsconfig.json', 'vite.config.ts', 'README.md'];

/** Whole programs run in these tests: on a machine that does much else they take their time. */
export const recipeTimeout = 240_000;

/** One step of a recipe: a text, and where it is put. */
export interface Step {
  readonly file: string;
  /** The text of the file behind which it comes; null: at the end, of a file that is made where there was none. */
  readonly after: string | null;
  readonly text: string;
}

/** The line over a block that says where it goes: 'In `a.ts`, after `x`:', 'At the end of `a.ts`:', 'In a new file `a.ts`:'. */
const label = /^(?:In|At the end of|In a new file) `([^`]+)`(?:, after (`+) ?(.+?) ?\2)?:$/;

/** The steps of a section of the README, in its own words: each block of code with the line over it. Throws where there is none. */
export function stepsOf(heading: string, readme = readFileSync(join(root, 'README.md'), 'utf8')): readonly Step[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n');
  const steps = lines.flatMap((line, index): readonly Step[] => {
    const [, file, , after = null] = label.exec(line) ?? [];
    if (file === undefined) return [];
    const block = lines.slice(index).join('\n');
    const [, text] = /^[^\n]+\n\n```\w+\n([\s\S]*?)\n```/.exec(block) ?? [];
    if (text === undefined) throw new Error(`No block of code under: ${line}`);
    return [{ file, after, text }];
  });
  if (steps.length === 0) throw new Error(`The README has no recipe called ${heading}`);
  return steps;
}

function put(text: string, { file, after, text: added }: Step): string {
  if (after === null) return text === '' ? `${added}\n` : `${text.trimEnd()}\n\n${added}\n`;
  const parts = text.split(after);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places after ${after}`);
  const [before = '', rest = ''] = parts;
  // Behind a whole line comes another one, within a line a word of it.
  return `${before}${after}${rest.startsWith('\n') ? `\n${added}` : ` ${added}`}${rest}`;
}

/** What a program said, and whether it was content. */
interface Said {
  readonly ok: boolean;
  readonly text: string;
}

/** What tests of a copy came to: the full names of those that passed and of those that did not. */
interface Ran extends Said {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** The project in a temporary folder of its own, where recipes are tried. */
export interface Copy {
  /** Puts the files of these steps back as they were, and applies the steps. */
  readonly apply: (steps: readonly Step[]) => void;
  readonly read: (file: string) => string;
  /** The compiler's word, of the whole project or of some of its folders and files. */
  readonly types: (...parts: readonly string[]) => Promise<Said>;
  /** Runs test files, those of screens among them; words of the runner too (`-t`). */
  readonly tests: (...files: readonly string[]) => Promise<Ran>;
  /** Runs a script there. */
  readonly script: (text: string) => Promise<Said>;
  readonly remove: () => void;
}

/** Copies the project without the tests of recipes, which would copy it again. What is installed is shared. */
export function copyProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  for (const name of copied) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.startsWith(join(root, 'tests/recipes')),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const node = (...args: readonly string[]): Promise<Said> =>
    new Promise((resolve) => {
      // The run that this one stands in is none of its business.
      const env = Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name)),
      );
      execFile(
        process.execPath,
        [...args],
        { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => resolve({ ok: error === null, text: stdout + stderr }),
      );
    });
  const program = (path: string, ...args: readonly string[]): Promise<Said> =>
    node(join(root, 'node_modules', path), ...args);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  let changed: readonly string[] = [];
  return {
    apply: (steps) => {
      for (const file of changed) {
        rmSync(join(folder, file));
        if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
      }
      for (const step of steps) {
        const path = join(folder, step.file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, put(existsSync(path) ? readFileSync(path, 'utf8') : '', step));
      }
      changed = [...new Set(steps.map(({ file }) => file))];
    },
    read,
    types: (...parts) => {
      const only = { extends: './tsconfig.json', ...(parts.length > 0 && { include: parts }) };
      writeFileSync(join(folder, 'tsconfig.part.json'), JSON.stringify(only));
      return program('typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.part.json');
    },
    tests: async (...files) => {
      const report = join(folder, 'report.json');
      rmSync(report, { force: true });
      const reporting = ['--reporter=json', `--outputFile=${report}`];
      const config = ['--config', 'tests/vitest.config.ts', '--project', 'all', '--project', 'screens'];
      const said = await program('vitest/vitest.mjs', 'run', ...config, ...reporting, ...files);
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
        readonly testResults: readonly { readonly assertionResults: readonly { fullName: string; status: string }[] }[];
      };
      const all = testResults.flatMap(({ assertionResults }) => assertionResults);
      const named = (status: string) => all.filter((one) => one.status === status).map(({ fullName }) => fullName);
      return { ...said, passed: named('passed'), failed: named('failed') };
    },
    script: (text) => node('--input-type=module', '--eval', text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
