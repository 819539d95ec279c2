import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const copied = ['src', 'sw', 'tests', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts', 'README.md'];

/** What a recipe of the README says of one file: all of it, or lines behind others. */
export interface RecipeStep {
  readonly file: string;
  readonly isChange: boolean;
  readonly text: string;
}

/** The steps of a recipe: each block of code, with the file that the words before it name. Throws for a block that names none. */
export function recipeSteps(heading: string, readme = readFileSync(join(root, 'README.md'), 'utf8')): RecipeStep[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The README has no recipe '${heading}'`);
  return [...section.matchAll(/(?<before>[^]*?)^```(?<language>\w+)\n(?<text>[^]*?)^```$/gm)].map(({ groups = {} }) => {
    const { before = '', language, text = '' } = groups;
    const file = [...before.matchAll(/`(src\/[^`]+\.tsx?)`/g)].at(-1)?.[1];
    if (file === undefined) throw new Error(`A block of '${heading}' names no file`);
    return { file, isChange: language === 'diff', text };
  });
}

/** A change of a file, hunk by hunk: the lines with a plus come behind those that stand before them. Throws where those are not there. */
function changed(before: string, diff: string): string {
  return diff.split(/^@@.*\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter(Boolean);
    const kept = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const after = lines.map((line) => line.slice(1)).join('\n');
    if (!text.includes(kept.join('\n'))) throw new Error(`The file does not say:\n${kept.join('\n')}`);
    return text.replace(kept.join('\n'), () => after);
  }, before);
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** A copy of the product in a folder of its own, where recipes are carried out. */
export interface RecipeTree {
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  readonly apply: (step: RecipeStep) => void;
  /** Runs a program of node's there; gives how it ended and all that it said. */
  readonly node: (...given: readonly string[]) => Promise<Ran>;
  readonly close: () => void;
}

/** Copies the product; its packages stay where they are. */
export function copyTree(): RecipeTree {
  const folder = mkdtempSync(join(tmpdir(), 'recipe-'));
  for (const part of copied) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const at = (file: string): string => join(folder, file);
  const read = (file: string): string => readFileSync(at(file), 'utf8');
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  };
  // What this run says of itself is nothing to the runs inside it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|POSTGRES)/.test(name)),
  );
  return {
    read,
    write,
    remove: (file) => rmSync(at(file)),
    apply: ({ file, isChange, text }) => write(file, isChange ? changed(read(file), text) : text),
    node: (...given) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, given, { cwd: folder, env });
        let output = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
        child.on('close', (code) => resolve({ code, output }));
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
