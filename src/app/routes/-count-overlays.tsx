import { Suspense, useEffect } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Asks for the lot. */
export const anyLot = 'lote';

const RecountSheet = lazyPart(async () => (await import('#features/recount/recount-sheet.tsx')).RecountSheet);
const ReviewSheet = lazyPart(async () => (await import('#features/review/review-sheet.tsx')).ReviewSheet);

interface CountOverlaysProps {
  readonly lot: string | null;
  readonly isReviewing: boolean;
  readonly onCount: (lotId: string) => void;
  readonly onEdit: (movementId: string) => void;
  readonly onCorrectRefused: (id: string) => void;
  readonly onClose: () => void;
}

/** Loaded on demand. */
export const CountOverlays = ({ lot, isReviewing, onClose, ...acts }: CountOverlaysProps) => (
  <Suspense fallback={null}>
    {lot === null ? null : <RecountSheet key={lot} lotId={lot === anyLot ? null : lot} onClose={onClose} />}
    {isReviewing ? <ReviewSheet open onClose={onClose} {...acts} /> : null}
  </Suspense>
);

const load = async () => import('#features/search/search-sheet.tsx');
const SearchSheet = lazyPart(async () => (await load()).SearchSheet);

/** Preloads last: at a desk one types right after the shortcut, and the first letters must not be lost. */
const loadAfterMs = 4_000;
const desk = '(min-width: 600px)';

interface SearchOverlayProps {
  /** Query, or null while closed. */
  readonly text: string | null;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Loaded on demand, at a desk in advance. */
export const SearchOverlay = ({ text, ...acts }: SearchOverlayProps) => {
  useEffect(() => {
    if (!matchMedia(desk).matches) return undefined;
    // A failure shows when it is opened.
    const timer = setTimeout(() => void load().then(undefined, () => undefined), loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{text === null ? null : <SearchSheet text={text} {...acts} />}</Suspense>;
};
