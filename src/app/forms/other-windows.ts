import { useEffect } from 'react';

let shared: BroadcastChannel | undefined;
/** None in a browser that has no channels: its windows do not hear each other, and save all the same. */
const channel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : (shared ??= new BroadcastChannel('drafts'));

/** Tells this device's other windows that a draft which may be open there was saved or went on here. */
export const tellOtherWindows = (draft: string): void => channel()?.postMessage(draft);

/** Hears it. */
export function useOtherWindows(draft: string, onTold: () => void): void {
  useEffect(() => {
    const hear = ({ data }: MessageEvent): void => {
      if (data === draft) onTold();
    };
    const own = channel();
    own?.addEventListener('message', hear);
    return () => own?.removeEventListener('message', hear);
  }, [draft, onTold]);
}
