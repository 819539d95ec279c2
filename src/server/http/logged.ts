/** Names of parameters that hold secrets, also in providers' words. */
const isSecret = (name: string): boolean => /token|secret|passw|code|key|signature|auth/i.test(name);

/** A decoded name; null, which hides its value too, where malformed. */
function readName(written: string): string | null {
  try {
    return decodeURIComponent(written.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** A URL for the log, without the values of tokens (product.md §7) and the messaging provider's secret. */
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
