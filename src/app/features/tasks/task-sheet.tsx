import { failureWords } from '#farm/failure-words.ts';
import { useState } from 'react';
import { mayChangeTask, mayDoTask, mayRecord, recordedKind, searchable, type Task, things } from '#domain';
import { useFarm, useLive, useMay, useRole, useUserId } from '#platform';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { sendBadge } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { editOf } from '#farm/things/thing-sheet.tsx';
import type { ThingView } from '#sync/farm.ts';
import {
  Button,
  CheckField,
  Cluster,
  ConfirmDialog,
  EmptyState,
  MovementIcon,
  Sheet,
  Skeleton,
  Stack,
  TextArea,
} from '#ui';
import { FinishTask, TaskFacts } from './task-facts.tsx';
import { TaskForm } from './task-form.tsx';
import { isOpen } from './task-groups.ts';
import { useDraftText, useOnce } from '#forms';
import { consumption, treatment, weighing } from '#domain/movements/kinds/care.ts';
import { recategorization, transfer, weaning } from '#domain/movements/kinds/moves.ts';
import { pregnancyDiagnosis } from '#domain/movements/kinds/reproduction.ts';
import { asset } from '#domain/movements/kinds/supplies.ts';
import styles from './tasks.module.css';

interface TaskSheetProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onRecord: RecordInPlace;
}

/** A task with its steps and acts. */
export const TaskSheet = ({ id, onClose, onRecord }: TaskSheetProps) => {
  const view = useLive((views) => views.thing('task', id), [id]);
  const [form, setForm] = useState<'editar' | 'terminar' | null>(null);
  const mayManage = useMay('manage-all-tasks');
  if (!view) {
    return (
      <Sheet open title="Tarea" onClose={onClose}>
        {view === null ? <EmptyState>Esta tarea ya no está.</EmptyState> : <Skeleton rows={3} />}
      </Sheet>
    );
  }
  const back = (): void => setForm(null);
  if (form === 'editar') return <TaskForm id={id} mayAssign={mayManage} onSaved={back} onClose={back} />;
  if (form === 'terminar') return <FinishTask task={view.row} onClose={back} />;
  return (
    <OpenTask
      view={view}
      onClose={onClose}
      onRecord={onRecord}
      onEdit={() => setForm('editar')}
      onFinish={() => setForm('terminar')}
    />
  );
};

interface OpenTaskProps extends Omit<TaskSheetProps, 'id'> {
  readonly view: ThingView<Task>;
  readonly onEdit: () => void;
  readonly onFinish: () => void;
}

const OpenTask = ({ view, onClose, onRecord, onEdit, onFinish }: OpenTaskProps) => {
  const { row } = view;
  const farm = useFarm();
  const userId = useUserId();
  const mayManage = useMay('manage-all-tasks');
  const mayDo = mayManage || mayDoTask(userId, row);
  const mayEdit = mayManage || mayChangeTask(userId, row, { title: row.title });
  const move = (changes: Readonly<Record<string, unknown>>): void => void farm.acts.editThing('task', row.id, changes);
  return (
    <Sheet
      open
      title={row.title}
      aside={sendBadge(view.state)}
      onClose={onClose}
      footer={
        !mayDo ? undefined : isOpen(row) ? (
          <Button variant="primary" wide onClick={() => move({ state: 'hecha' })}>
            Marcar como hecha
          </Button>
        ) : (
          <Button wide onClick={() => move({ state: 'pendiente' })}>
            Volver a pendiente
          </Button>
        )
      }
    >
      <Stack>
        <RefusedThing view={view} onCorrect={onEdit} />
        {mayDo && isOpen(row) ? <DoNow task={row} onRecord={onRecord} /> : null}
        <TaskFacts task={row} />
        {row.detail ? <p className={styles.words}>{row.detail}</p> : null}
        <Steps
          task={row}
          mayDo={mayDo}
          onChange={(checklist) => move({ checklist, checklist_before: row.checklist })}
        />
        <Cluster>
          {mayDo && row.state !== 'cancelada' ? (
            <Button onClick={onFinish}>{isOpen(row) ? 'Terminar con nota' : 'Nota y tiempo'}</Button>
          ) : null}
          {mayDo && row.state === 'pendiente' ? (
            <Button onClick={() => move({ state: 'en_curso' })}>Empezar</Button>
          ) : null}
          {mayEdit ? <Button onClick={onEdit}>Editar</Button> : null}
          {mayEdit && isOpen(row) ? <CallOffTask task={row} /> : null}
          {mayManage || row.created_by === userId ? (
            <DeleteThing
              thing={things.task}
              id={row.id}
              name={row.title}
              title="¿Eliminar esta tarea?"
              onDeleted={onClose}
            >
              {`«${row.title}» deja de aparecer para todo el equipo.`}
            </DeleteThing>
          ) : null}
        </Cluster>
      </Stack>
    </Sheet>
  );
};

interface StepsProps {
  readonly task: Task;
  readonly mayDo: boolean;
  readonly onChange: (steps: Task['checklist']) => void;
}

const Steps = ({ task: { checklist }, mayDo, onChange }: StepsProps) =>
  checklist.length === 0 ? null : (
    <fieldset className={styles.people}>
      <legend>Pasos</legend>
      {checklist.map((step, index) => (
        // Steps have no id.
        <CheckField
          key={index}
          label={step.text}
          checked={step.done}
          disabled={!mayDo}
          onChange={(done) => onChange(checklist.with(index, { ...step, done }))}
        />
      ))}
    </fieldset>
  );

const reasonLength = 500;
const sayWhy = 'Escribí por qué se cancela';
const notSaved = 'No se pudo guardar. Reintentar';

/** Cancels a task, with a reason. */
export const CallOffTask = ({ task }: { readonly task: Task }) => {
  const farm = useFarm();
  const [asking, setAsking] = useState(false);
  const { text: reason, change: setReason, forget } = useDraftText(`cancelar tarea ${task.id}`);
  const [error, setError] = useState<string | null>(null);
  const callOff = useOnce(async () => {
    if (reason.trim() === '') return setError(sayWhy);
    const before = { state: task.state, cancel_reason: task.cancel_reason };
    const after = { state: 'cancelada', cancel_reason: reason.trim() };
    const saved = await farm.acts.editThing('task', task.id, editOf(things.task, before, after));
    if (!saved.ok) return setError(failureWords(saved.problem, notSaved));
    forget();
    setAsking(false);
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancelar tarea</Button>
      <ConfirmDialog
        open={asking}
        title="¿Cancelar esta tarea?"
        confirmLabel="Cancelar tarea"
        cancelLabel="Volver"
        busy={callOff.busy}
        onConfirm={callOff.run}
        onClose={() => setAsking(false)}
      >
        <TextArea
          label="¿Por qué?"
          maxLength={reasonLength}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setError(null);
          }}
          {...(error !== null && { error })}
        />
      </ConfirmDialog>
    </>
  );
};

/** Opens the form of a kind, in the place of the task that it does. */
export type RecordInPlace = (
  type: string,
  at: { readonly taskId: string; readonly lotId: string | null; readonly rodeoId: string | null },
) => void;

/** The form of the record that does the task (domain.md §2.10). */
const DoNow = ({ task, onRecord }: { readonly task: Task; readonly onRecord: RecordInPlace }) => {
  const role = useRole();
  const kind = recordedKind(recordOfTask(task) ?? '');
  return kind && mayRecord(role, kind) ? (
    <Button
      wide
      icon={<MovementIcon name={kind.icon} size={24} />}
      onClick={() => onRecord(kind.type, { taskId: task.id, lotId: task.lot_id, rodeoId: task.rodeo_id })}
    >
      {`Hacer ahora: ${kind.spoken}`}
    </Button>
  ) : null;
};

/** What a title calls for, first match: 'Pesar los terneros del destete' is a weighing. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/\bpes(ar|ada|aje)/, weighing.type],
  [/\b(tacto|tactar|ecografia)/, pregnancyDiagnosis.type],
  [/\bdestet/, weaning.type],
  [/\b(vacun|desparasit|antiparasit|curar|tratamiento|banar)/, treatment.type],
  [/\brecategoriz/, recategorization.type],
  [/\b(racion|suplement|dar de comer|dar rollo)/, consumption.type],
  [/\b(mover|trasladar|traslado|cambiar de lote|pasar (a|al) )/, transfer.type],
];

const byKind: Readonly<Record<string, string>> = {
  sanidad: treatment.type,
  movimiento: transfer.type,
  compra: asset.type,
};

/** The kind of record that does a task, for 'Hacer ahora' (domain.md §2.10); null if none. */
function recordOfTask({ title, kind }: Pick<Task, 'title' | 'kind'>): string | null {
  const words = searchable(title);
  return byWords.find(([pattern]) => pattern.test(words))?.[1] ?? byKind[kind] ?? null;
}
