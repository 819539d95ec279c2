import type { ReactNode } from 'react';
import { type Review, waitsForAuthor, withCount } from '#domain';
import { NeedsSignal, useLive, useMay, useUserId } from '#platform';
import { mostReviews } from '#farm/due-work.ts';
import { EmptyState, Sheet, Skeleton, Stack } from '#ui';
import { CountCard, countsTogether, isWaitingCount } from './count-card.tsx';
import { byWord } from './reason-words.ts';
import { RecordCard } from './record-card.tsx';
import { RefusedRecords } from './refused-records.tsx';
import styles from './review.module.css';
import { Shortfalls } from './shortfalls.tsx';

interface ReviewActs {
  readonly onEdit: (movementId: string) => void;
  readonly onCount: (lotId: string) => void;
  readonly onCorrectRefused: (id: string) => void;
}

interface ReviewSheetProps extends ReviewActs {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** 'A revisar': what the office has not looked at yet (domain.md §3.0, §2.17, §2.18). */
export const ReviewSheet = ({ open, onClose, ...acts }: ReviewSheetProps) => {
  const mayReview = useMay('review');
  return (
    <Sheet open={open} size="wide" title="A revisar" onClose={onClose}>
      {mayReview ? <Reviews {...acts} /> : <OwnReviews onEdit={acts.onEdit} />}
    </Sheet>
  );
};

const Reviews = (acts: ReviewActs) => {
  const views = useLive((asked) => asked.page({ inReview: true }, null, mostReviews));
  if (!views) return <Skeleton rows={4} />;
  const counts = views.items.filter(isWaitingCount);
  const records = views.items.filter((view) => !isWaitingCount(view) && hasReasons(view.movement.review));
  return (
    <Stack>
      <NeedsSignal />
      {counts.length > 0 ? (
        <Part title={withCount('Recuentos por aprobar', counts.length)}>
          {countsTogether(counts).map((views) => (
            <CountCard key={views[0]?.key} views={views} />
          ))}
        </Part>
      ) : null}
      <Shortfalls reviews={views.items} onEdit={acts.onEdit} onCount={acts.onCount} />
      {records.length > 0 ? (
        <Part title={withCount('Registros', records.length)}>
          {records.map((view) => (
            <RecordCard key={view.key} view={view} onEdit={acts.onEdit} />
          ))}
        </Part>
      ) : null}
      <RefusedRecords onCorrect={acts.onCorrectRefused} otherwise={views.items.length === 0 ? <Nothing /> : null} />
      {views.next === null ? null : <p>Hay más para revisar: aparecen a medida que resolvés estos.</p>}
    </Stack>
  );
};

/** A hand's own records with open questions. */
const OwnReviews = ({ onEdit }: Pick<ReviewActs, 'onEdit'>) => {
  const authorId = useUserId();
  const views = useLive((asked) => asked.page({ inReview: true, authorId }, null, mostReviews), [authorId]);
  if (!views) return <Skeleton rows={4} />;
  const records = views.items.filter((view) => waitsForAuthor(view.movement.review));
  if (records.length === 0) return <EmptyState>Nada de lo que registraste espera una respuesta tuya.</EmptyState>;
  return (
    <Stack>
      <NeedsSignal />
      <Part title={withCount('Lo que registraste', records.length)}>
        {records.map((view) => (
          <RecordCard key={view.key} view={view} onEdit={onEdit} />
        ))}
      </Part>
    </Stack>
  );
};

/** Shortfalls are shown by place instead. */
const hasReasons = (review: Review | undefined): boolean =>
  byWord(review).length > 0 || review?.reasons.includes('left_behind') === true;

const Nothing = () => (
  <EmptyState>
    No hay nada a revisar. Acá llega lo que se cargó en el campo y no cierra con el libro, o espera tu visto bueno.
  </EmptyState>
);

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className={styles.part}>
    <h3>{title}</h3>
    {children}
  </section>
);
