import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import type { SheetStep } from '#platform/links.tsx';
import type { Overlays } from './-overlays.ts';

/** Sheet that moves animals to another lot, over a lot or a rodeo. */
export const moveSheet = 'mover';

/** Opens an overlay as a history step, so that the back gesture closes it. */
export function useOver(): (overlays: Overlays, options?: { readonly resetScroll: false }) => void {
  const navigate = useNavigate();
  return (overlays, options) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...overlays }),
      state: { isOverlay: true },
      ...options,
    });
}

/** Else does `otherwise`. */
export function useLeave() {
  const router = useRouter();
  const openedHere = useRouterState({ select: (state) => state.location.state.isOverlay === true });
  const leave = (otherwise: () => void): void => (openedHere ? router.history.back() : otherwise());
  return { openedHere, leave };
}

/** A screen's own sheet as a history step: closed by the back gesture, restored on reload (ux.md §2.9). */
export function useSheetStep(): SheetStep {
  const { hoja } = useSearch({ from: '/_farm' });
  const navigate = useNavigate();
  const over = useOver();
  const { leave } = useLeave();
  return {
    sheet: hoja ?? null,
    onSheet: (name) => over({ hoja: name }, { resetScroll: false }),
    onSheetEnd: () =>
      leave(() => void navigate({ to: '.', search: (before) => ({ ...before, hoja: undefined }), replace: true })),
  };
}
