/** Names of parameters whose value opens something: a token, in whatever words a provider asks for it. */
const isSecret = (name: string): boolean => /token|secret|passw|code|key|signature|auth/i.test(name);

/** A name as the server will read it: signs may be written as their numbers. One that cannot be read hides its value too. */
function readName(written: string): string | null {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** An address as it is logged, without values of parameters that hold tokens (product.md §7) or the messaging provider's word. */
export function withoutSecrets(url: string): string {
  const from = url.indexOf('?');
  if (from < 0) return url;
  const shown = url
    .slice(from + 1)
    .split(/([&?;])/)
    .map((part) => {
      const written = part.slice(0, Math.max(0, part.indexOf('=')));
      const name = readName(written);
      return written !== '' && (name === null || isSecret(name)) ? `${written}=…` : part;
    });
  return `${url.slice(0, from)}?${shown.join('')}`;
}
