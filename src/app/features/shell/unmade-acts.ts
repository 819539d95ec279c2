import { offlineSentences } from '#contract/sentences-offline.ts';
import { ClosedFailure, StorageFailure } from '#store/store.ts';
import { toastError } from '#ui/toaster.tsx';

/** Toasts a failed write that no form awaits (offline.md F7). Other errors stay unhandled. */
export function tellUnmadeActs(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof StorageFailure)) return;
    event.preventDefault();
    // Nothing of a database that never opened was on screen.
    if (event.reason instanceof ClosedFailure) return;
    toastError(offlineSentences.notDone, { id: 'unmade-act' });
  });
}
