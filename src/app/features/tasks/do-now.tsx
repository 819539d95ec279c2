import { mayRecord, recordedKind, searchable, type Task } from '#domain';
import { useRole } from '#platform';
import { Button, MovementIcon } from '#ui';
import { consumption, treatment, weighing } from '#domain/movements/kinds/care.ts';
import { recategorization, transfer, weaning } from '#domain/movements/kinds/moves.ts';
import { pregnancyDiagnosis } from '#domain/movements/kinds/reproduction.ts';
import { asset } from '#domain/movements/kinds/supplies.ts';

/** Opens the form of a kind, in the place of the task that it does. */
export type RecordInPlace = (
  type: string,
  at: { readonly taskId: string; readonly lotId: string | null; readonly rodeoId: string | null },
) => void;

/** The form of the record that does the task (domain.md §2.10). */
export const DoNow = ({ task, onRecord }: { readonly task: Task; readonly onRecord: RecordInPlace }) => {
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
