import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

/** The count asks for its lot. */
export const anyLot = 'lote';

const RecountSheet = lazyPart(async () => (await import('#features/recount/recount-sheet.tsx')).RecountSheet);
const ReviewSheet = lazyPart(async () => (await import('#features/review/review-sheet.tsx')).ReviewSheet);

interface CountOverlaysProps {
  /** The lot that is counted, `lote` to be asked, null for none. */
  readonly lot: string | null;
  readonly isReviewing: boolean;
  readonly onCount: (lotId: string) => void;
  readonly onEdit: (movementId: string) => void;
  readonly onCorrectRefused: (id: string) => void;
  readonly onClose: () => void;
}

/** Counts and 'A revisar' lie over any screen; they are loaded when they are wanted. */
export const CountOverlays = ({ lot, isReviewing, onClose, ...acts }: CountOverlaysProps) => (
  <Suspense fallback={null}>
    {lot === null ? null : <RecountSheet key={lot} lotId={lot === anyLot ? null : lot} onClose={onClose} />}
    {isReviewing ? <ReviewSheet open onClose={onClose} {...acts} /> : null}
  </Suspense>
);
