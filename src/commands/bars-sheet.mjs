import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { PurgeCSS } from 'purgecss';

/** Set by scripts, or by who presses: a rule for them stays, whatever the document says. */
const changing = ['data-theme', 'data-text-size', 'data-shell', 'aria-busy'];

/**
 * Writes a sheet with the rules that a document needs, which its first frame waits for alone (decision 76).
 * @param folder - Of the built app
 * @param document - Its markup, whole
 * @param sheets - Addresses of the sheets that it had to wait for, in their order
 * @returns Its address
 */
export const writeBarsSheet = async (folder, document, sheets) => {
  const raw = sheets.map((sheet) => readFileSync(`${folder}${sheet}`, 'utf8')).join('\n');
  const [{ css }] = await new PurgeCSS().purge({
    content: [{ raw: document, extension: 'html' }],
    css: [{ raw }],
    dynamicAttributes: changing,
    keyframes: true,
    variables: true,
  });
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const address = `/assets/bars-${hash}.css`;
  writeFileSync(`${folder}${address}`, css);
  return address;
};
