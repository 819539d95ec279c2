/**
 * Facts one after the other, with a dot between them. The dot keeps to the fact before it: where a narrow phone breaks the line, none
 * begins with a dot.
 */
export const dotted = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== '').join('\u00a0· ');
