const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * A RENSPA number in its one spelling, `01.006.0.00412/01`, however it was typed (domain.md §2.1). What has not its thirteen digits
 * stays as it is: it is kept, never refused.
 */
export function writtenRenspa(text: string): string {
  const trimmed = text.trim();
  const parts = /^(\d{2})(\d{3})(\d)(\d{5})(\d{2})$/.exec(/^[\d./\s-]+$/.test(trimmed) ? digitsOf(trimmed) : '');
  return parts ? `${parts[1]}.${parts[2]}.${parts[3]}.${parts[4]}/${parts[5]}` : trimmed;
}
