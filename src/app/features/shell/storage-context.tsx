import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { type StorageState, type StorageWatch, watchStorage } from '../../store/storage-watch.ts';

/** What the screens know of the device's storage, and the word that the person has read it. */
export interface StorageTold extends Pick<StorageWatch, 'state' | 'subscribe'> {
  readonly onTold: () => void;
}

const StorageContext = createContext<StorageTold>({ ...watchStorage(), onTold: () => undefined });

/** Puts what happens to the storage within reach. */
export const StorageProvider = ({
  storage,
  children,
}: {
  readonly storage: StorageTold;
  readonly children: ReactNode;
}) => <StorageContext value={storage}>{children}</StorageContext>;

/** What has to be told of this device's storage; all calm where nobody says otherwise. */
export function useStorage(): StorageState & Pick<StorageTold, 'onTold'> {
  const { state, subscribe, onTold } = useContext(StorageContext);
  return { ...useSyncExternalStore(subscribe, state), onTold };
}
