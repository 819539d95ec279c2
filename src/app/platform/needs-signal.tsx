import { useCallback, useSyncExternalStore } from 'react';
import { Notice } from '#ui';
import { useCurrentFarm } from './current-farm.tsx';

const nothing = (): void => undefined;

/** Whether the last word of the server was none: acts that need him are held back, with the reason beside them. */
export function useNoSignal(): boolean {
  const farm = useCurrentFarm();
  return useSyncExternalStore(
    useCallback((listener: () => void) => farm?.onStatus(listener) ?? nothing, [farm]),
    () => farm?.status().reach === 'unreachable',
  );
}

/** Said above what needs the server, while he cannot be reached (ux.md §5.5). */
export const NeedsSignal = () =>
  useNoSignal() ? <Notice role="status">Esto necesita señal. Lo demás sigue funcionando.</Notice> : null;
