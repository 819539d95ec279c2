import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** By a browser's rule (CSP, hash sources), of the text between the tags as it stands. */
const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Of all such elements that hold a text, each with a blank before it. */
const sourcesIn = (page: string, name: 'script' | 'style'): string =>
  [...page.matchAll(new RegExp(`<${name}\\b[^>]*>(?!</)([^]+?)</${name}>`, 'g'))]
    .map(([, text = '']) => ` ${sourceOf(text)}`)
    .join('');

/**
 * The policy of the app's document, which holds the rules and the script of its first frame (decision 78): the one that every answer has, and
 * their hashes. Takes a file's path and the policy; null for every other file. The document is read again when it changed: with the hashes of
 * another build no browser would run it, and a phone keeps a page with its policy.
 */
export function pagePolicies(file: string): (path: string, policy: unknown) => string | null {
  let read = { mark: '', script: '', style: '' };
  return (path, policy) => {
    if (path !== file || typeof policy !== 'string') return null;
    const { mtimeMs, size, ino } = statSync(file);
    const mark = [mtimeMs, size, ino].join(' ');
    if (read.mark !== mark) {
      const page = readFileSync(file, 'utf8');
      read = { mark, script: sourcesIn(page, 'script'), style: sourcesIn(page, 'style') };
    }
    return policy
      .replace("script-src 'self'", `script-src 'self'${read.script}`)
      .replace("style-src 'self'", `style-src 'self'${read.style}`);
  };
}
