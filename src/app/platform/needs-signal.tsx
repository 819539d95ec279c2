import { useCallback, useSyncExternalStore } from 'react';
import { Notice } from '#ui';
import { useCurrentFarm } from './current-farm.tsx';

const nothing = (): void => undefined;

/** Whether the server was last unreachable: acts that need it are disabled, with the reason. */
export function useNoSignal(): boolean {
  const farm = useCurrentFarm();
  return useSyncExternalStore(
    useCallback((listener: () => void) => farm?.onStatus(listener) ?? nothing, [farm]),
    () => farm?.status().reach === 'unreachable',
  );
}

/** Shown above what needs the server (ux.md §5.5). */
export const NeedsSignal = () =>
  useNoSignal() ? <Notice role="status">Esto necesita señal. Lo demás sigue funcionando.</Notice> : null;
