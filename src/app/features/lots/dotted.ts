/** Joins facts with ` · `, non-breaking before the dot so that no line starts with one. */
export const dotted = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== '').join('\u00a0· ');
