import { toastSuccess } from '../../ui/toaster.tsx';
import { vibrate } from '../../ui/vibration.ts';

const vibrateMs = 30;

/**
 * Says that the record is on the disk, and asks the browser to keep the disk: the first record is the first thing that must not
 * be lost (ux.md §2.4). The question is never asked on load, and an answer of no changes nothing here.
 */
export function sayRecordSaved(isReachable: boolean): void {
  toastSuccess(isReachable ? 'Guardado' : 'Guardado en este celular');
  vibrate(vibrateMs);
  if ('storage' in navigator && 'persist' in navigator.storage) void keepForGood(navigator.storage);
}

async function keepForGood(storage: StorageManager): Promise<void> {
  if (!(await storage.persisted())) await storage.persist();
}
