const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** `01.006.0.00412/01` (domain.md §2.1). Text without thirteen digits is kept as typed. */
export function writtenRenspa(text: string): string {
  const trimmed = text.trim();
  const parts = /^(\d{2})(\d{3})(\d)(\d{5})(\d{2})$/.exec(/^[\d./\s-]+$/.test(trimmed) ? digitsOf(trimmed) : '');
  return parts ? `${parts[1]}.${parts[2]}.${parts[3]}.${parts[4]}/${parts[5]}` : trimmed;
}
