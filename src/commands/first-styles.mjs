/** Top rules of a minified sheet: what stands before the brace, and in it. */
const rulesOf = (sheet) => {
  const isQuoted = (sheet.match(/"[^"]*"/g) ?? []).some((quoted) => /[{}]/.test(quoted));
  if (isQuoted || /@(?:import|charset|namespace)/.test(sheet)) throw new Error('A sheet cannot be read by its braces');
  const rules = [];
  let [open, start, brace] = [0, 0, 0];
  for (const { 0: sign, index } of sheet.matchAll(/[{}]/g)) {
    if (sign === '{' && open === 0) brace = index;
    open += sign === '{' ? 1 : -1;
    if (open > 0) continue;
    rules.push([sheet.slice(start, brace), sheet.slice(brace + 1, index)]);
    start = index + 1;
  }
  return rules;
};

const selectorsOf = (prelude) => prelude.match(/(?:[^,(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/** A selector's names alone: whether attributes, states and what brackets ask for hold is told only by the page. */
const namesOf = (selector) => {
  let names = selector.replaceAll(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== names;) {
    before = names;
    names = names.replaceAll(/:[\w-]+\([^()]*\)/g, '');
  }
  return names.replaceAll(/::?[\w-]+/g, '').match(/[.#]?[\w-]+/g) ?? [];
};

/** What the elements of a text of markup can be named by in a selector. */
const namesIn = (markup) => {
  const allOf = (pattern) => [...markup.matchAll(pattern)].map(([, found]) => found);
  const classes = allOf(/\sclass="([^"]*)"/g).flatMap((names) => names.split(' '));
  return new Set([
    ...allOf(/<([a-z][\w-]*)/g),
    ...allOf(/\sid="([^"]*)"/g).map((id) => `#${id}`),
    ...classes.map((name) => `.${name}`),
  ]);
};

const filtered = (sheet, names) =>
  rulesOf(sheet)
    .map(([prelude, body]) => {
      if (/^@(?:media|supports|layer|container)/.test(prelude)) return [prelude, filtered(body, names)];
      if (prelude.startsWith('@')) return [prelude, prelude.startsWith('@keyframes') ? '' : body];
      const kept = selectorsOf(prelude).filter((selector) => namesOf(selector).every((name) => names.has(name)));
      return [kept.join(','), kept.length > 0 ? body : ''];
    })
    .flatMap(([prelude, body]) => (body === '' ? [] : [`${prelude}{${body}}`]))
    .join('');

/** Without the custom properties that no rule asks for. */
const withoutIdle = (sheet) => {
  const asked = new Set([...sheet.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const left = sheet.replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (whole, name) =>
    asked.has(name) ? whole : '',
  );
  return left === sheet ? sheet : withoutIdle(left);
};

/**
 * The rules of minified sheets that can hold for the elements of a document, in their order; more of them perhaps, never fewer. Nothing that
 * moves by itself: what stands before the app has come stands still.
 */
export const firstStyles = (sheets, markup) => {
  const names = namesIn(markup);
  return withoutIdle(sheets.map((sheet) => filtered(sheet, names)).join(''));
};
