import { afterFrames } from './after-frames.ts';
import { guardScripts } from './trusted-scripts.ts';

/**
 * Loads the built app's files, which are plain scripts (decision 69): a browser keeps no compiled code of modules that a service worker
 * answers. The build puts this at the start of the app's first file, and wraps each file as a definition (`src/commands/plain-scripts.mjs`).
 */

type Exports = object;

/** A file's name, the files that it imports, and what runs it: takes their exports, gives its own. */
type Definition = readonly [file: string, needs: readonly string[], run: (...needed: Exports[]) => Exports];

interface Part {
  readonly arrived: Promise<Definition>;
  readonly define: (definition: Definition) => void;
  readonly fail: (reason: TypeError) => void;
  isAsked: boolean;
  definition?: Definition;
  done?: { readonly exports: Exports } | { readonly thrown: unknown };
}

interface Scripts {
  /** Takes a definition. */
  readonly push: (definition: Definition) => void;
  /** As `import()`: the exports of the first file, run once. The others are what it imports, fetched beside it. */
  readonly load: (files: readonly [string, ...string[]]) => Promise<Exports>;
  /** Runs the app's first file. */
  readonly begin: (file: string) => void;
}

declare global {
  var tranqueraScripts: Scripts;
}

const parts = new Map<string, Part>();

function newPart(): Part {
  let define: Part['define'] = () => undefined;
  let fail: Part['fail'] = () => undefined;
  const arrived = new Promise<Definition>((resolve, reject) => {
    define = resolve;
    fail = reject;
  });
  return { arrived, define, fail, isAsked: false };
}

function partOf(file: string): Part {
  const part = parts.get(file) ?? newPart();
  parts.set(file, part);
  return part;
}

/** Takes a definition; the first one counts. */
function push(definition: Definition): void {
  const part = partOf(definition[0]);
  part.isAsked = true;
  part.definition ??= definition;
  part.define(definition);
}

/** Fetches a file, unless it is here or on its way. One that fails is asked for again next time. */
function ask(file: string): Promise<Definition> {
  const part = partOf(file);
  if (!part.isAsked) {
    part.isAsked = true;
    const script = document.createElement('script');
    script.src = `/assets/${file}`;
    // A file that defines nothing is none of ours, a portal's page: with a definition this changes nothing.
    script.onload = script.onerror = () => {
      script.remove();
      part.fail(new TypeError(`Failed to fetch dynamically imported module: /assets/${file}`));
    };
    document.head.append(script);
    part.arrived.catch(() => parts.delete(file));
  }
  return part.arrived;
}

/** Waits for a file and for all that it imports. */
async function gather(file: string, seen: Set<string>): Promise<void> {
  if (seen.has(file)) return;
  seen.add(file);
  const [, needs] = await ask(file);
  await Promise.all(needs.map((need) => gather(need, seen)));
}

/** Runs a file after what it imports, once; what it threw is thrown each time. All of them are here. */
function run(file: string): Exports {
  const part = partOf(file);
  if (!part.done) {
    try {
      const [, needs, body] = part.definition as Definition;
      part.done = { exports: body(...needs.map(run)) };
    } catch (thrown) {
      part.done = { thrown };
    }
  }
  if ('thrown' in part.done) throw part.done.thrown;
  return part.done.exports;
}

async function load(files: readonly [string, ...string[]]): Promise<Exports> {
  const [file] = files;
  for (const each of files) void ask(each);
  await gather(file, new Set());
  return run(file);
}

/** After the first paint of what the document shows by itself (decisions 55, 60): to run the app takes a slow phone longer than to paint. */
function begin(file: string): void {
  const { shell, prerendered } = document.documentElement.dataset;
  const start = (): void => void load([file]);
  if ((shell ?? prerendered) === undefined) start();
  // Inicio's buttons come with the second frame.
  else afterFrames(shell === 'soon' ? 2 : 1, start);
}

guardScripts();
globalThis.tranqueraScripts = { push, load, begin };
