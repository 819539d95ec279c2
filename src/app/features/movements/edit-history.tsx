import { useState } from 'react';
import { constants } from '#contract/constants.ts';
import { movementEndpoints } from '#contract/endpoints/movements.ts';
import { sentences } from '#contract/sentences.ts';
import { changesIn, type FieldChange, formatInstant, type Movement, parentOf } from '#domain';
import { FailedNotice, useAnswer, useMay, useRecordNames, useNoSignal } from '#platform';
import { shownChanges } from '#farm/field-changes.ts';
import { Button, Card, ChangeList, Row, RowList, Skeleton } from '#ui';
import styles from './movements.module.css';

const firstEdits = 3;

type Edit = Movement['metadata']['editHistory'][number];

const isUnsent = (edit: Edit): boolean => edit.unsent === true;
const lacksChanges = (edit: Edit): boolean => changesIn(edit) === null;

/** 'Historial de ediciones' with 'Ver todo', at most 500 px high (product.md §2), each edit with before and after. */
export const EditHistory = ({ movement }: { readonly movement: Movement }) => {
  const [open, setOpen] = useState(false);
  const edits = movement.metadata.editHistory.toReversed();
  const shown = edits.slice(0, open ? undefined : firstEdits);
  return (
    <Card
      title={sentences.editHistory}
      flush={edits.length > 0}
      action={
        <Button variant="quiet" compact aria-expanded={open} onClick={() => setOpen(!open)}>
          {sentences.seeAll}
        </Button>
      }
    >
      {edits.length === 0 ? (
        <p>{parentOf(movement) === null ? 'Nadie lo editó.' : 'Se corrige desde el registro que lo hizo.'}</p>
      ) : (
        <div
          className={styles.history}
          style={{ maxHeight: constants.editHistoryMaxHeightPx }}
          // Not a region: the card already is one of this name.
          role="group"
          aria-label={sentences.editHistory}
          tabIndex={0}
        >
          {shown.some(lacksChanges) ? (
            <EditsWithoutChanges movement={movement} edits={shown} all={edits.length} />
          ) : (
            <Edits movement={movement} edits={shown} all={edits.length} changesOf={changesIn} />
          )}
        </div>
      )}
    </Card>
  );
};

interface EditsProps {
  readonly movement: Movement;
  readonly edits: readonly Edit[];
  /** Total, to number entries from the first. */
  readonly all: number;
}

/** Edits without changes on this device (old version or long history) are fetched when online. */
const EditsWithoutChanges = (props: EditsProps) =>
  useNoSignal() ? (
    <>
      <p className={styles.historyNote} role="status">
        Parte de lo que cambió no está en este celular. Con señal se puede ver.
      </p>
      <Edits {...props} changesOf={changesIn} />
    </>
  ) : (
    <AskedEdits {...props} />
  );

const AskedEdits = (props: EditsProps) => {
  const asked = useAnswer(movementEndpoints.movement, { id: props.movement.id });
  const answered = new Map(
    (asked.value?.movement.metadata.editHistory ?? []).map((edit) => [`${edit.editedBy} ${edit.editedAt}`, edit]),
  );
  const changesOf = (edit: Edit): readonly FieldChange[] | null => {
    const whole = answered.get(`${edit.editedBy} ${edit.editedAt}`);
    return changesIn(edit) ?? (whole ? changesIn(whole) : null);
  };
  return (
    <>
      {asked.value === null && asked.failed ? (
        <div className={styles.historyNote}>
          <FailedNotice message={asked.failed.message} />
          <Button compact busy={asked.busy} onClick={asked.again}>
            Ver qué cambió
          </Button>
        </div>
      ) : null}
      <Edits {...props} changesOf={changesOf} isAsking={asked.busy} isAnswered={asked.value !== null} />
    </>
  );
};

interface EditListProps extends EditsProps {
  readonly changesOf: (edit: Edit) => readonly FieldChange[] | null;
  readonly isAsking?: boolean;
  readonly isAnswered?: boolean;
}

const Edits = ({ movement, edits, all, changesOf, isAsking = false, isAnswered = false }: EditListProps) => {
  const names = useRecordNames();
  return (
    <RowList label={sentences.editHistory}>
      {edits.map((edit, index) => (
        // Numbered from the oldest: timestamps may repeat, and new edits come on top.
        <li key={all - index}>
          <Row
            // Blank until the people are loaded.
            title={names ? names.person(edit.editedBy ?? '') : ''}
            {...(isUnsent(edit) && { subtitle: 'Todavía no se envió' })}
            right={formatInstant(edit.editedAt)}
          />
          <div className={styles.edit}>
            <Changed type={movement.type} changes={changesOf(edit)} isAsking={isAsking} isAnswered={isAnswered} />
          </div>
        </li>
      ))}
    </RowList>
  );
};

interface ChangedProps {
  readonly type: string;
  readonly changes: readonly FieldChange[] | null;
  readonly isAsking: boolean;
  readonly isAnswered: boolean;
}

/** One edit's changes, with names for ids and prices by right. */
const Changed = ({ type, changes, isAsking, isAnswered }: ChangedProps) => {
  const names = useRecordNames();
  const seesMoney = useMay('see-money');
  if (changes === null) {
    if (isAsking) return <Skeleton rows={1} />;
    return isAnswered ? <p>El servidor no dice qué cambió en esta edición.</p> : null;
  }
  if (!names) return <Skeleton rows={1} />;
  const shown = shownChanges(type, changes, names, seesMoney, 'No quedó en el registro');
  if (shown.length > 0) return <ChangeList changes={shown} />;
  return <p>{seesMoney ? 'Se guardó sin cambiar ningún dato.' : 'No cambió nada de lo que podés ver.'}</p>;
};
