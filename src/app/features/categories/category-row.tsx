import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { type Category, categorySexes, formatNumber, joined, moved, newOrders } from '#domain';
import { useFarm } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { Badge, IconButton, Row } from '#ui';
import type { CategoryHeads } from './category-heads.ts';
import { RetireCategory } from './retire-category.tsx';

interface CategoryRowProps {
  readonly row: CategoryHeads;
  readonly rows: readonly CategoryHeads[];
  readonly index: number;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
}

/** A row of the category list. */
export const CategoryRow = ({ row, rows, index, mayEdit, onEdit }: CategoryRowProps) => {
  const { view, heads } = row;
  const { row: category, state } = view;
  const next = rows.find((one) => one.view.row.id === category.next_id)?.view.row.name;
  return (
    <>
      <Row
        title={category.name}
        subtitle={joined(
          categorySexes[category.sex],
          agesOf(category),
          `${formatNumber(category.ev)} EV`,
          next ? `pasa a ${next}` : null,
          category.is_breeding_female ? 'vientre' : null,
          category.senasa_code ? `SENASA: ${category.senasa_code.toLowerCase()}` : null,
        )}
        right={
          <>
            <strong>{formatNumber(heads, 0)} cab.</strong>
            {category.active ? null : <Badge>Inactiva</Badge>}
            {sendBadge(state)}
          </>
        }
        actions={mayEdit ? <RowActs row={row} rows={rows} index={index} onEdit={onEdit} /> : null}
      />
      {mayEdit ? <RefusedThing view={view} onCorrect={onEdit} /> : null}
    </>
  );
};

const agesOf = ({ min_age_months: from, max_age_months: to }: Category): string | null => {
  if (from === null && to === null) return null;
  if (to === null) return `desde ${from} meses`;
  return from === null ? `hasta ${to} meses` : `${from} a ${to} meses`;
};

const RowActs = ({ row, rows, index, onEdit }: Omit<CategoryRowProps, 'mayEdit'>) => {
  const farm = useFarm();
  const { name } = row.view.row;
  const move = (to: number): void => {
    for (const { id, order } of newOrders(moved(rows, index, to).map((one) => one.view.row))) {
      void farm.acts.editThing('category', id, { order });
    }
  };
  return (
    <>
      <IconButton label={`Subir ${name}`} icon={<ArrowUp />} disabled={index === 0} onClick={() => move(index - 1)} />
      <IconButton
        label={`Bajar ${name}`}
        icon={<ArrowDown />}
        disabled={index === rows.length - 1}
        onClick={() => move(index + 1)}
      />
      <IconButton label={`Editar ${name}`} icon={<Pencil />} onClick={onEdit} />
      <RetireCategory row={row} />
    </>
  );
};
