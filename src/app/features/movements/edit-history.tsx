import { useState } from 'react';
import { constants } from '../../../contract/constants.ts';
import { sentences } from '../../../contract/sentences.ts';
import { formatInstant } from '../../../domain/dates.ts';
import type { Movement } from '../../../domain/movements/movement.ts';
import { fullName } from '../../../domain/people/names.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import styles from './movements.module.css';

const firstEdits = 3;

/** 'Historial de ediciones' with its 'Ver todo', scrollable, 500 px at most (product.md §2). */
export const EditHistory = ({ movement }: { readonly movement: Movement }) => {
  const [open, setOpen] = useState(false);
  const members = useLive((views) => views.members());
  const edits = movement.metadata.editHistory.toReversed();
  const nameOf = (id: string | null): string => {
    // Nobody is called unknown before the people have been read.
    if (!members) return '';
    const member = members.find((person) => person.id === id);
    return member ? fullName(member) : 'Alguien del equipo';
  };
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
        <p>Nadie lo editó.</p>
      ) : (
        <div
          className={styles.history}
          style={{ maxHeight: constants.editHistoryMaxHeightPx }}
          // Not a region: the card is one of this name already.
          role="group"
          aria-label={sentences.editHistory}
          tabIndex={0}
        >
          <RowList label={sentences.editHistory}>
            {edits.slice(0, open ? undefined : firstEdits).map((edit, index) => (
              // Counted from the first edit: two can bear the same instant, and newer ones come on top.
              <li key={edits.length - index}>
                <Row title={nameOf(edit.editedBy)} right={formatInstant(edit.editedAt)} />
              </li>
            ))}
          </RowList>
        </div>
      )}
    </Card>
  );
};
