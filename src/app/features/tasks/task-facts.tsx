import { useState } from 'react';
import {
  byId,
  counted,
  formatInstant,
  fullName,
  isTaskOverdue,
  listOf,
  lotOf,
  rodeoOf,
  type Task,
  taskKinds,
  taskPriorities,
  taskRepeats,
  taskStates,
  things,
} from '#domain';
import { useFarm, useLive, useLots, useMembers, useRodeos, useToday, useUserId } from '#platform';
import { MovementRow } from '#farm/movement-row.tsx';
import { editOf } from '#farm/things/thing-sheet.tsx';
import { Badge, Cluster, NumberField, type NumberFieldValue, Row, RowList, TextArea, typedNumber } from '#ui';
import { dueWords, isOpen } from './task-groups.ts';
import { DraftSheet, failureIn } from '#forms';
import { PhotoField, Photos } from '#farm/attachments/photos.tsx';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import styles from './tasks.module.css';

const wordOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

const asTitle = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const minutesOf = ({ duration_min }: Pick<Task, 'duration_min'>): string | null =>
  duration_min ? counted(duration_min, 'minuto') : null;

/** State, day, place and people of a task. */
export const TaskFacts = ({ task }: { readonly task: Task }) => {
  const today = useToday();
  const lots = useLots();
  const rodeos = useRodeos();
  const members = useMembers();
  const nameOf = (id: string): string => {
    const member = byId(members, id);
    return member ? fullName(member) : 'alguien del equipo';
  };
  const isOverdue = isTaskOverdue(task, today);
  const facts = [
    ['Para', asTitle(dueWords(task, today) ?? 'sin fecha')],
    ['La hace', task.assigned_to.length > 0 ? listOf(task.assigned_to.map(nameOf)) : 'Cualquiera'],
    ['Lote', lotOf(lots, task.lot_id)?.name],
    ['Rodeo', rodeoOf(rodeos, task.rodeo_id)?.name],
    ['Se repite', task.repeat === 'no' ? null : wordOf(taskRepeats, task.repeat)],
    ['La hizo', task.done_by && members ? listOf([task.done_by, ...(task.also_done_by ?? [])].map(nameOf)) : null],
    ['Hecha el', task.done_at ? formatInstant(task.done_at) : null],
    ['Llevó', minutesOf(task)],
    ['Nota final', task.final_note],
    ...(members ? (task.also_said ?? []) : []).flatMap(
      (one) =>
        [
          [`A ${nameOf(one.by)} le llevó`, minutesOf(one)],
          [`Nota de ${nameOf(one.by)}`, one.final_note],
        ] as const,
    ),
    ['Por qué se canceló', task.cancel_reason],
  ] as const;
  const records = [task, ...(task.also_said ?? [])].flatMap(({ movement_id }) => movement_id ?? []);
  return (
    <>
      <Cluster>
        <Badge tone={isOverdue ? 'danger' : isOpen(task) ? 'info' : 'muted'}>
          {isOverdue ? 'Vencida' : taskStates[task.state]}
        </Badge>
        <Badge>{wordOf(taskKinds, task.kind)}</Badge>
        {task.priority === 'normal' ? null : (
          <Badge tone="warn">{`Prioridad ${wordOf(taskPriorities, task.priority).toLowerCase()}`}</Badge>
        )}
      </Cluster>
      <RowList label="Datos de la tarea">
        {facts.map(([name, value], index) =>
          value ? (
            <li key={index}>
              <Row title={<span className={styles.words}>{value}</span>} subtitle={name} />
            </li>
          ) : null,
        )}
      </RowList>
      {records.map((id) => (
        <DoneWith key={id} movementId={id} />
      ))}
      <Photos digests={photosIn(task.photos)} />
    </>
  );
};

const DoneWith = ({ movementId }: { readonly movementId: string }) => {
  const record = useLive((views) => views.movement(movementId), [movementId]);
  return record ? (
    <section aria-label="Registro de la tarea">
      <MovementRow view={record} />
    </section>
  ) : null;
};

/** What this person said of it: of a task that another did, his own words alone. */
const endingOf = (task: Task, userId: string) => {
  const isAnothers = task.state === 'hecha' && task.done_by !== userId;
  const own = isAnothers ? task.also_said?.findLast(({ by }) => by === userId) : task;
  return {
    final_note: own?.final_note ?? '',
    duration_min: (own?.duration_min ?? null) as NumberFieldValue,
    photos: photosIn(task.photos),
  };
};

type Ending = ReturnType<typeof endingOf>;

const saidIn = ({ final_note, duration_min, photos }: Ending) => ({
  final_note: final_note.trim() || null,
  duration_min: typedNumber(duration_min),
  photos,
});

interface FinishTaskProps {
  readonly task: Task;
  readonly onClose: () => void;
}

/** How a task went and how long it took. Saving ends an open one. */
export const FinishTask = ({ task, onClose }: FinishTaskProps) => {
  const farm = useFarm();
  // Another may end it meanwhile.
  const [wasOpen] = useState(() => isOpen(task));
  const start = endingOf(task, useUserId());
  return (
    <DraftSheet
      draftKey={`terminar tarea ${task.id}`}
      title={wasOpen ? 'Terminar la tarea' : 'Cómo salió'}
      saveLabel={wasOpen ? 'Marcar como hecha' : 'Guardar'}
      // As opened, in a draft too: what others say meanwhile stays.
      start={{ ...start, opened: start }}
      save={async (values, draftKey) =>
        failureIn(
          await farm.acts.editThing(
            'task',
            task.id,
            { ...(wasOpen && { state: 'hecha' }), ...editOf(things.task, saidIn(values.opened), saidIn(values)) },
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
