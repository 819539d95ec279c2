import { Suspense, useEffect } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

const load = async () => import('#features/search/search-sheet.tsx');
const SearchSheet = lazyPart(async () => (await load()).SearchSheet);

/** After everything else: at a desk one types on right behind the shortcut, and the first letters must not be lost. */
const loadAfterMs = 4_000;
const desk = '(min-width: 600px)';

interface SearchOverlayProps {
  /** What is looked for; null while the search is closed. */
  readonly text: string | null;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** 'Buscar' lies over any screen; it is loaded when it is wanted, at a desk a little before. */
export const SearchOverlay = ({ text, ...acts }: SearchOverlayProps) => {
  useEffect(() => {
    if (!matchMedia(desk).matches) return undefined;
    // What does not come now comes when it is wanted, and is told then.
    const timer = setTimeout(() => void load().then(undefined, () => undefined), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{text === null ? null : <SearchSheet text={text} {...acts} />}</Suspense>;
};
