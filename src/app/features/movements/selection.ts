import type { MovementView } from '#sync/farm.ts';

/** Selected movements of the list. */
export interface Selection {
  /** Tap selects instead of opening. */
  readonly isOn: boolean;
  readonly picked: readonly MovementView[];
  readonly has: (view: MovementView) => boolean;
  readonly begin: (first: MovementView) => void;
  readonly toggle: (view: MovementView) => void;
  /** Extends from the anchor to this row. */
  readonly reach: (view: MovementView) => void;
  readonly all: () => void;
  readonly end: () => void;
}

export interface Picking {
  readonly keys: ReadonlySet<string>;
  /** Touched last: start of a range. */
  readonly anchor: string | null;
}

/** Selecting, nothing selected yet. */
export const pickingBegins: Picking = { keys: new Set(), anchor: null };

/** Selection over these rows, in their order; rows that left the list drop out. */
export function selectionOf(
  views: readonly MovementView[],
  picking: Picking | null,
  setPicking: (picking: Picking | null) => void,
): Selection {
  const keys = picking?.keys ?? new Set<string>();
  return {
    isOn: picking !== null,
    picked: views.filter((view) => keys.has(view.key)),
    has: (view) => keys.has(view.key),
    begin: ({ key }) => setPicking({ keys: new Set([key]), anchor: key }),
    toggle: ({ key }) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setPicking({ keys: next, anchor: key });
    },
    reach: ({ key }) => {
      const to = views.findIndex((view) => view.key === key);
      const found = views.findIndex((view) => view.key === picking?.anchor);
      const from = found === -1 ? to : found;
      const stretch = views.slice(Math.min(from, to), Math.max(from, to) + 1).map((view) => view.key);
      setPicking({ keys: new Set([...keys, ...stretch]), anchor: key });
    },
    all: () => setPicking({ keys: new Set(views.map((view) => view.key)), anchor: picking?.anchor ?? null }),
    end: () => setPicking(null),
  };
}
