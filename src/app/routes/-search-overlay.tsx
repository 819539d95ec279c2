import { lazy, Suspense } from 'react';

const SearchSheet = lazy(async () => ({ default: (await import('../features/search/search-sheet.tsx')).SearchSheet }));

interface SearchOverlayProps {
  /** What is looked for; null while the search is closed. */
  readonly text: string | null;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** 'Buscar' lies over any screen; it is loaded when it is wanted. */
export const SearchOverlay = ({ text, ...acts }: SearchOverlayProps) => (
  <Suspense fallback={null}>{text === null ? null : <SearchSheet text={text} {...acts} />}</Suspense>
);
