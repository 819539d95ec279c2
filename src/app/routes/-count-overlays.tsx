import { Suspense } from 'react';
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
