import type { Task } from '#domain';
import { PhotoField } from '#farm/attachments/photo-field.tsx';
import { photosIn } from '#farm/attachments/photos-in.ts';
import { useFarm } from '#platform';
import { DraftSheet, failureIn } from '#forms';
import { NumberField, type NumberFieldValue, TextArea, typedNumber } from '#ui';
import { isOpen } from './task-groups.ts';

interface Ending {
  readonly final_note: string;
  readonly duration_min: NumberFieldValue;
  readonly photos: readonly string[];
}

const endingOf = (task: Task): Ending => ({
  final_note: task.final_note ?? '',
  duration_min: task.duration_min ?? null,
  photos: photosIn(task['photos']),
});

interface FinishTaskProps {
  readonly task: Task;
  readonly onClose: () => void;
}

/** How a task went and how long it took (domain.md §2.10). Saving ends an open one. */
export const FinishTask = ({ task, onClose }: FinishTaskProps) => {
  const farm = useFarm();
  const wasOpen = isOpen(task);
  return (
    <DraftSheet<Ending>
      draftKey={`terminar tarea ${task.id}`}
      title={wasOpen ? 'Terminar la tarea' : 'Cómo salió'}
      saveLabel={wasOpen ? 'Marcar como hecha' : 'Guardar'}
      start={endingOf(task)}
      save={async ({ final_note, duration_min, photos }, draftKey) =>
        failureIn(
          await farm.acts.editThing(
            'task',
            task.id,
            {
              ...(wasOpen && { state: 'hecha' }),
              final_note: final_note.trim() || null,
              duration_min: typedNumber(duration_min),
              photos,
            },
            draftKey,
          ),
        )
      }
      onClose={onClose}
    >
      {({ bind }) => (
        <>
          <TextArea label="Nota final" optional maxLength={1000} {...bind('final_note')} />
          <NumberField label="¿Cuánto llevó?" optional unit="minutos" {...bind('duration_min')} />
          <PhotoField {...bind('photos')} />
        </>
      )}
    </DraftSheet>
  );
};
