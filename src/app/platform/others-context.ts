import { createContext } from 'react';

/** Unsent records here of everybody but this person; null: of everybody. */
type AskOthers = (userId: string | null) => { readonly records: number; readonly people: number };

/** Given by the app at its start; who says it comes later (`farm/others-waiting.tsx`). */
export const OthersContext = createContext<AskOthers>(() => ({ records: 0, people: 0 }));
