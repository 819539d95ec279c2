import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';

/** Sheet that moves animals to another lot, over a lot or a rodeo. */
export const moveSheet = 'mover';

interface SheetStep {
  readonly sheet: string | null;
  readonly open: (name: string) => void;
  readonly close: () => void;
}

/** A screen's own sheet as a history step: closed by the back gesture, restored on reload (ux.md §2.9). */
export function useSheetStep(): SheetStep {
  const { hoja } = useSearch({ from: '/_farm' });
  const navigate = useNavigate();
  const router = useRouter();
  const openedHere = useRouterState({ select: (state) => state.location.state.isOverlay === true });
  return {
    sheet: hoja ?? null,
    open: (name) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, hoja: name }),
        state: { isOverlay: true },
        resetScroll: false,
      }),
    close: () => {
      if (openedHere) router.history.back();
      else void navigate({ to: '.', search: (before) => ({ ...before, hoja: undefined }), replace: true });
    },
  };
}
