import { offlineSentences } from '#contract/sentences-offline.ts';
import { ClosedFailure, StorageFailure } from '#store/store.ts';
import { toastError } from '#ui/toaster.tsx';

/** Tells of an act that the disk did not take and no form waits for (offline.md F7). Bugs stay bugs. */
export function tellUnmadeActs(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof StorageFailure)) return;
    event.preventDefault();
    // Nobody can have touched a screen of what was never open.
    if (event.reason instanceof ClosedFailure) return;
    toastError(offlineSentences.notDone, { id: 'unmade-act' });
  });
}
