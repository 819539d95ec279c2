// Makes each module of the build a plain script (decision 69): its imports become parameters, its exports the value of a function that
// `src/app/script-loader.ts` runs.
import { Script } from 'node:vm';

const isFunction = ({ type }) => /Function/.test(type);

const childrenOf = (node) =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value?.type === 'string');

/** The names that a pattern binds or assigns. */
function namesOf(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesOf(property.value ?? property));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf);
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    default:
      return [];
  }
}

/** `var` reaches to its function. */
const varsOf = (node) =>
  (node.type === 'VariableDeclaration' && node.kind === 'var'
    ? node.declarations.flatMap(({ id }) => namesOf(id))
    : []
  ).concat(
    childrenOf(node)
      .filter((child) => !isFunction(child))
      .flatMap(varsOf),
  );

/** The names that a node declares for what stands in it. */
function declaredBy(node) {
  if (isFunction(node)) return [...node.params.flatMap(namesOf), ...namesOf(node.id), ...varsOf(node.body)];
  if (node.type === 'CatchClause') return namesOf(node.param);
  const own = node.type === 'SwitchStatement' ? node.cases.flatMap(({ consequent }) => consequent) : node.body;
  const statements = [node.init, node.left, ...(Array.isArray(own) ? own : [])];
  return statements.flatMap((statement) => {
    if (statement?.type === 'VariableDeclaration') return statement.declarations.flatMap(({ id }) => namesOf(id));
    return /^(Function|Class)Declaration$/.test(statement?.type) ? namesOf(statement.id) : [];
  });
}

/** Which of a module's names are assigned after they were declared: a plain value would not follow them. */
function changedNames({ body }, names) {
  const found = new Set();
  const walk = (node, hidden) => {
    const within = new Set([...hidden, ...declaredBy(node)]);
    const target = node.type === 'AssignmentExpression' || /^For(In|Of)/.test(node.type) ? node.left : node.argument;
    if (/^(AssignmentExpression|UpdateExpression|For(In|Of)Statement)$/.test(node.type))
      for (const name of namesOf(target)) if (names.has(name) && !within.has(name)) found.add(name);
    for (const child of childrenOf(node)) walk(child, within);
  };
  for (const node of body) walk(node, new Set());
  return [...found];
}

const nameOf = (node) => (node.type === 'Literal' ? node.value : node.name);
const keyOf = (name) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

/**
 * The text of a module as a definition: `[$name, needs, function]`, where its own name comes in at the end. `program` is its syntax tree.
 * Throws at what a function cannot say: exports in a declaration, all exports of another module, exported names that change.
 */
export function definitionOf(code, program) {
  const needs = [];
  const heads = [];
  const exported = [];
  const locals = new Set();
  const cuts = [];
  const needOf = (source) => {
    const file = source.value.replace(/^\.\//, '');
    if (!needs.includes(file)) needs.push(file);
    return `$need${needs.indexOf(file)}`;
  };
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      const need = needOf(node.source);
      const whole = node.specifiers.filter(({ type }) => type === 'ImportNamespaceSpecifier');
      const named = node.specifiers.filter(({ type }) => type !== 'ImportNamespaceSpecifier');
      const pairs = named.map(
        ({ imported, local }) => `${keyOf(imported ? nameOf(imported) : 'default')}:${local.name}`,
      );
      if (pairs.length > 0) heads.push(`const{${pairs.join(',')}}=${need};`);
      for (const { local } of whole) heads.push(`const ${local.name}=${need};`);
      cuts.push(node);
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      const from = node.source ? `${needOf(node.source)}.` : '';
      for (const { local, exported: name } of node.specifiers) {
        if (!node.source) locals.add(local.name);
        exported.push(`${keyOf(nameOf(name))}:${from}${nameOf(local)}`);
      }
      cuts.push(node);
    } else if (/^Export/.test(node.type)) throw new Error(`${node.type} cannot be said by a plain script`);
  }
  const changed = changedNames(program, locals);
  if (changed.length > 0) throw new Error(`Exported, and changed after it ran: ${changed.join(', ')}`);
  let body = code;
  for (const { start, end } of cuts.toReversed()) body = `${body.slice(0, start)}${body.slice(end)}`;
  const parameters = needs.map((_, index) => `$need${index}`).join(',');
  return `[$name,${JSON.stringify(needs)},function(${parameters}){"use strict";${heads.join('')}${body}\nreturn{${exported.join(',')}}}]`;
}

const base = (file) => file.replace(/^assets\//, '');

/** A file and all that it imports, as names below `assets/`. */
function wholeOf(bundle, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const need of bundle[file].imports) wholeOf(bundle, need, seen);
  return seen;
}

const dynamicImport = /\bimport\(\s*(["'`])\.\/([\w-]+\.js)\1\s*\)/g;

const metaWord = /\bimport\.meta\.(\w+)/g;
/** Addresses of the build are whole. What else a module may ask of itself is not there: the builder's own code looks first. */
const asScript = (_, word) => (word === 'url' ? 'document.baseURI' : 'undefined');

/** The whole text of a file: its name put before its definition, and its dynamic imports asked of the loader. */
function scriptOf(bundle, { fileName, code, isEntry }) {
  const files = [];
  const here = wholeOf(bundle, fileName);
  const numberOf = (file) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const text = code.replaceAll(metaWord, asScript).replaceAll(dynamicImport, (_, _quote, file) => {
    const needed = [...wholeOf(bundle, `assets/${file}`)].filter((each) => !here.has(each));
    return `$load(${[file, ...needed.map(base).filter((each) => each !== file)].map(numberOf).join(',')})`;
  });
  const name = JSON.stringify(base(fileName));
  const names = `const $files=${JSON.stringify(files)},$load=(...all)=>tranqueraScripts.load(all.map(each=>$files[each]));`;
  const definition = text.replace(/\$definition\(\[\s*\$name,/, () => `tranqueraScripts.push([${name},`);
  // A block: what stands before the definition is nobody else's.
  const script = `{${files.length > 0 ? names : ''}${definition}}${isEntry ? `tranqueraScripts.begin(${name});` : ''}`;
  if (/\bimport\s*\(|\bimport\.meta\b/.test(script))
    throw new Error(`${fileName} still imports as a module: ${/.{60}\bimport(\s*\(|\.meta).{60}/.exec(script)?.[0]}`);
  new Script(script, { filename: fileName });
  return script;
}

/**
 * A file's text without asking for a sheet that every document has before a script runs, in itself or by a link: asked for again it would come
 * after those that change it.
 */
export function withoutSheet(code, sheet) {
  const [, list = ''] = /\bm\.f=(\[[^\]]*\])/.exec(code) ?? [];
  const at = list === '' ? -1 : JSON.parse(list).indexOf(sheet);
  if (at < 0) return code;
  return code.replaceAll(/\b__vite__mapDeps\(\[([\d,]*)\]\)/g, (_, numbers) => {
    const kept = numbers.split(',').filter((number) => number !== String(at));
    return `__vite__mapDeps([${kept.join(',')}])`;
  });
}

/**
 * The builder's part: wraps each file once it is written, and names them in index.html as plain scripts. `buildLoader` makes the text
 * that stands at the start of the first one.
 */
export const plainScripts = (buildLoader) => {
  let loaderText = '';
  return {
    name: 'plain-scripts',
    apply: 'build',
    enforce: 'post',
    async buildStart() {
      loaderText = await buildLoader();
    },
    // What is done to a file after its name was made of its text has to change the name too.
    augmentChunkHash: () => [loaderText, scriptOf, wholeOf, withoutSheet].join('\n'),
    renderChunk(code) {
      return { code: `$definition(${definitionOf(code, this.parse(code))});`, map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const own = chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...chunk.viteMetadata.importedCss]);
        for (const chunk of chunks) {
          chunk.code = own.reduce(withoutSheet, scriptOf(bundle, chunk));
        }
        // The loader and what the first file needs stand in it: a file less to fetch.
        for (const chunk of chunks.filter(({ isEntry }) => isEntry)) {
          const needed = [...wholeOf(bundle, chunk.fileName)].filter((file) => file !== chunk.fileName);
          chunk.code = [loaderText, ...needed.map((file) => bundle[file].code), chunk.code].join('');
          for (const file of needed) delete bundle[file];
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const entry = /(\s*)<script type="module"[^>]*src="([^"]+)"><\/script>/;
        if (!entry.test(page)) throw new Error('index.html names no script');
        return page
          .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(entry, '$1<script defer src="$2"></script>');
      },
    },
  };
};
