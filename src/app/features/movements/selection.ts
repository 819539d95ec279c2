import type { MovementView } from '#sync/farm.ts';

/** Which movements of the list are picked out. */
export interface Selection {
  /** Rows are picked instead of opened. */
  readonly isOn: boolean;
  readonly picked: readonly MovementView[];
  readonly has: (view: MovementView) => boolean;
  readonly begin: (first: MovementView) => void;
  readonly toggle: (view: MovementView) => void;
  /** All rows from the one that was touched last to this one. */
  readonly reach: (view: MovementView) => void;
  readonly all: () => void;
  readonly end: () => void;
}

export interface Picking {
  readonly keys: ReadonlySet<string>;
  /** Touched last: where a stretch begins. */
  readonly anchor: string | null;
}

/** Nothing is picked yet, but a press picks. */
export const pickingBegins: Picking = { keys: new Set(), anchor: null };

/** Picks out of these rows, in their order; a row that left the list is picked no more. */
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
