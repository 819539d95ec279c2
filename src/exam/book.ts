interface Failure {
  readonly group: string;
  readonly fact: string;
  readonly found: string;
}

export interface Group {
  readonly title: string;
  /** Records whether a fact held and returns it; `found`: what there was instead. */
  readonly mark: (fact: string, holds: boolean, found?: unknown) => boolean;
}

export interface Book {
  readonly group: (title: string) => Group;
  readonly held: (title?: string) => number;
  readonly failures: readonly Failure[];
  readonly titles: readonly string[];
  readonly asked: ReadonlySet<string>;
  readonly note: (call: string) => void;
}

const longest = 300;
const inShort = (found: unknown): string => {
  const text = typeof found === 'string' ? found : (JSON.stringify(found) ?? '');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

export function openBook(): Book {
  const failures: Failure[] = [];
  const titles: string[] = [];
  const kept = new Map<string, number>();
  const asked = new Set<string>();
  const group = (title: string): Group => {
    titles.push(title);
    const mark = (fact: string, holds: boolean, found: unknown = ''): boolean => {
      if (holds) kept.set(title, (kept.get(title) ?? 0) + 1);
      else failures.push({ group: title, fact, found: inShort(found) });
      return holds;
    };
    return { title, mark };
  };
  const held = (title?: string): number =>
    title === undefined ? [...kept.values()].reduce((sum, count) => sum + count, 0) : (kept.get(title) ?? 0);
  return { group, held, failures, titles, asked, note: (call) => void asked.add(call) };
}
