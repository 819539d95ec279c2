import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Plus, Tags, Trash2 } from 'lucide-react';
import { type Category, categorySexes, counted, formatNumber, joined, standingHeads, things } from '#domain';
import { type SheetStep, useFarm, useLive, useMay } from '#platform';
import { Asking, Badge, Button, EmptyState, IconButton, Row, Skeleton, Stack, toastError } from '#ui';
import type { ThingView } from '#sync/farm.ts';
import { sendBadge } from '#farm/movement-row.tsx';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import { inOrder, MoveThing } from '#farm/things/move-thing.tsx';
import { failureWords } from '#farm/failure-words.ts';
import { CategorySheet } from './category-sheet.tsx';
import styles from './categories.module.css';

const newSheet = 'nueva';

/** Animal categories in order, with their EV (domain.md §2.4). `sheet`: `nueva`, or the one to edit. */
export const Categories = ({ sheet, onSheet, onSheetEnd }: SheetStep) => {
  const mayEdit = useMay('edit-places');
  const rows = useLive(async (views): Promise<readonly CategoryHeads[]> => {
    const [categories, stock] = await Promise.all([views.things('category'), views.stock()]);
    return inOrder(
      categories.map((view) => {
        const cells = stock.filter((cell) => cell.category === view.row.id);
        return { view, heads: standingHeads(cells), isUsed: cells.length > 0 };
      }),
    );
  });
  if (!rows) return <Skeleton rows={6} />;
  const newCategory = mayEdit ? (
    <Button icon={<Plus />} onClick={() => onSheet(newSheet)}>
      Nueva categoría
    </Button>
  ) : null;
  return (
    <Stack>
      {rows.length === 0 ? (
        <EmptyState icon={<Tags size={40} />} action={newCategory}>
          Todavía no hay categorías. Sin ellas no se puede cargar hacienda.
        </EmptyState>
      ) : (
        <>
          <p>
            La carga (EV/ha) se calcula con estos coeficientes: tabla simplificada de EEA Balcarce, Cocimano 1975 y
            Bavera 2006, con los cambios que hagas acá.
          </p>
          <div>{newCategory}</div>
          <ul className={styles.list} aria-label="Categorías">
            {rows.map((row, index) => (
              <li key={row.view.row.id} className={styles.item}>
                <CategoryRow
                  row={row}
                  rows={rows}
                  index={index}
                  mayEdit={mayEdit}
                  onEdit={() => onSheet(row.view.row.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {sheet !== null && mayEdit ? (
        <CategorySheet key={sheet} id={sheet === newSheet ? null : sheet} onSaved={onSheetEnd} onClose={onSheetEnd} />
      ) : null}
    </Stack>
  );
};

interface CategoryHeads {
  readonly view: ThingView<Category>;
  readonly heads: number;
  /** Some stand somewhere, or are missing from the book. */
  readonly isUsed: boolean;
}

interface CategoryRowProps {
  readonly row: CategoryHeads;
  readonly rows: readonly CategoryHeads[];
  readonly index: number;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
}

const CategoryRow = ({ row, rows, index, mayEdit, onEdit }: CategoryRowProps) => {
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
        actions={
          mayEdit ? (
            <>
              <MoveThing
                subject="category"
                up={<ArrowUp />}
                down={<ArrowDown />}
                views={rows.map((one) => one.view)}
                index={index}
              />
              <IconButton label={`Editar ${category.name}`} icon={<Pencil />} onClick={onEdit} />
              <RetireCategory row={row} />
            </>
          ) : null
        }
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

/** Deactivates a category, or deletes one with no animals (domain.md §2.4). */
const RetireCategory = ({ row: { view, isUsed, heads } }: { readonly row: CategoryHeads }) => {
  const { id, name, active } = view.row;
  const farm = useFarm();
  const setActive = async (isActive: boolean): Promise<void> => {
    const saved = await farm.acts.editThing('category', id, { active: isActive });
    if (!saved.ok) toastError(failureWords(saved.problem, 'No se pudo cambiar la categoría'));
  };
  return (
    <>
      <Asking
        button={(ask) => (
          <IconButton
            label={`${active ? 'Desactivar' : 'Activar'} ${name}`}
            icon={active ? <EyeOff /> : <Eye />}
            onClick={active ? ask : () => void setActive(true)}
          />
        )}
        title={`¿Desactivar ${name}?`}
        confirmLabel="Desactivar"
        onConfirm={() => void setActive(false)}
      >
        {heads > 0 ? `Quedan ${counted(heads, 'cabeza')} en esta categoría y siguen contando. ` : null}
        La categoría deja de ofrecerse al registrar. Su historia se conserva y podés volver a activarla.
      </Asking>
      {isUsed ? null : (
        <DeleteThing
          thing={things.category}
          {...{ id, name }}
          button={(ask) => <IconButton label={`Eliminar ${name}`} icon={<Trash2 />} onClick={ask} />}
          failed="No se pudo cambiar la categoría"
        >
          La categoría deja de aparecer en las listas. Si algún registro la usó, queda inactiva y su historia se
          conserva.
        </DeleteThing>
      )}
    </>
  );
};
