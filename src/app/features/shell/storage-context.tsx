import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { type StorageState, type StorageWatch, watchStorage } from '#store/storage-watch.ts';

/** What the screens know of the device's storage, and the word that the person has read it. */
export interface StorageStatus extends Pick<StorageWatch, 'state' | 'subscribe'> {
  readonly onAcknowledged: () => void;
}

const StorageContext = createContext<StorageStatus>({ ...watchStorage(), onAcknowledged: () => undefined });

/** Puts what happens to the storage within reach. */
export const StorageProvider = ({
  storage,
  children,
}: {
  readonly storage: StorageStatus;
  readonly children: ReactNode;
}) => <StorageContext value={storage}>{children}</StorageContext>;

/** What has to be told of this device's storage; all calm where nobody says otherwise. */
export function useStorage(): StorageState & Pick<StorageStatus, 'onAcknowledged'> {
  const { state, subscribe, onAcknowledged } = useContext(StorageContext);
  return { ...useSyncExternalStore(subscribe, state), onAcknowledged };
}
