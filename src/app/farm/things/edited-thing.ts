import type { ThingView } from '#sync/farm.ts';
import type { ThingName, ThingRows } from '#sync/things/things.ts';
import { useLive } from '#platform';

export interface EditedThing<R> {
  readonly view: ThingView<R>;
  /** With refused changes applied: those are to be corrected. */
  readonly row: R;
}

/** Undefined while loading, null if there is none. */
export function useEditedThing<S extends ThingName>(
  subject: S,
  id: string,
): EditedThing<ThingRows[S]> | null | undefined {
  return useLive(
    async (views) => {
      const view = await views.thing(subject, id);
      if (!view) return null;
      const refused =
        view.state === 'con_error' && view.pendingOp !== null ? await views.pendingPayload(view.pendingOp) : null;
      return { view, row: { ...view.row, ...refused } };
    },
    [subject, id],
  );
}
