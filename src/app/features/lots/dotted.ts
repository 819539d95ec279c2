/** Facts with a dot between them, each dot bound to the fact before it: no line begins with one. */
export const dotted = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== '').join('\u00a0· ');
