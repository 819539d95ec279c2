import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { type StorageState, type StorageWatch, watchStorage } from '#store/storage-watch.ts';

export interface StorageStatus extends Pick<StorageWatch, 'state' | 'subscribe'> {
  readonly onAcknowledged: () => void;
}

const StorageContext = createContext<StorageStatus>({ ...watchStorage(), onAcknowledged: () => undefined });

export const StorageProvider = ({
  storage,
  children,
}: {
  readonly storage: StorageStatus;
  readonly children: ReactNode;
}) => <StorageContext value={storage}>{children}</StorageContext>;

/** Storage state of this device; all calm without a provider. */
export function useStorage(): StorageState & Pick<StorageStatus, 'onAcknowledged'> {
  const { state, subscribe, onAcknowledged } = useContext(StorageContext);
  return { ...useSyncExternalStore(subscribe, state), onAcknowledged };
}
