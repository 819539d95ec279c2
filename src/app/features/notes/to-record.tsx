import { Images } from 'lucide-react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { isDeleted, limits, mayChange, type Note, readBy, recordedKind, relativeDay } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { photosIn } from '#farm/attachments/photos-in.ts';
import { useFarm, useLive, useRole, useToday, useUserId } from '#platform';
import { useOnce } from '#forms';
import { useMinute } from '#farm/waiting-age.ts';
import type { MovementView } from '#sync/farm.ts';
import { Button, toastError, toastSuccess } from '#ui';

const photosOf = ({ movement }: MovementView): readonly string[] => photosIn(movement.metadata['photos']);

/** Copies a note's photos to this device's last record. */
export const ToRecord = ({ note }: { readonly note: Note }) => {
  const farm = useFarm();
  const role = useRole();
  const userId = useUserId();
  const today = useToday();
  const now = useMinute();
  const view = useLive(async (views) => {
    const { lastId } = await views.habits();
    return lastId === undefined ? null : await views.movement(lastId);
  });
  const give = useOnce(
    async (kind: RecordedKind, { movement }: MovementView, photos: readonly string[]): Promise<void> => {
      if (photos.length > limits.photosPerMovement) {
        toastError(attachmentSentences.tooMany(limits.photosPerMovement));
        return;
      }
      const saved = await farm.acts.editMovement(movement.id, { ...readBy(kind, movement), photos });
      if (saved.ok) toastSuccess('Foto sumada al registro');
      else
        toastError(
          saved.problem.reason === 'invalid' ? (saved.problem.issues[0]?.message ?? '') : saved.problem.message,
        );
    },
  );
  const kind = view ? recordedKind(view.movement.type) : null;
  if (!view || !kind || note.photos.length === 0 || isDeleted(view.movement)) return null;
  if (!mayChange(role, userId, view.movement, now)) return null;
  const photos = [...new Set([...photosOf(view), ...note.photos])];
  const what = [kind.label, view.summary.split(' · ')[0], relativeDay(view.movement.date, today)].join(' · ');
  if (photos.length === photosOf(view).length) return <p role="status">{`También está en «${what}».`}</p>;
  return (
    <Button wide icon={<Images />} busy={give.busy} onClick={() => void give.run(kind, view, photos)}>
      {`Sumar a «${what}»`}
    </Button>
  );
};
