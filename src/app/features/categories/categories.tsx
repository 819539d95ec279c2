import { Plus, Tags } from 'lucide-react';
import { compareNames } from '#domain';
import { useLive, useMay } from '#platform';
import { Button, EmptyState, Skeleton, Stack } from '#ui';
import styles from './categories.module.css';
import type { CategoryHeads } from './category-heads.ts';
import { CategoryRow } from './category-row.tsx';
import { CategorySheet } from './category-sheet.tsx';

const newSheet = 'nueva';

interface CategoriesProps {
  /** `nueva`, or the id of the category to edit. */
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
}

/** Animal categories in order, with their EV (domain.md §2.4). */
export const Categories = ({ sheet, onSheet, onSheetEnd }: CategoriesProps) => {
  const mayEdit = useMay('edit-places');
  const rows = useLive(async (views): Promise<readonly CategoryHeads[]> => {
    const [categories, stock] = await Promise.all([views.things('category'), views.stock()]);
    return categories
      .map((view) => {
        const cells = stock.filter((cell) => cell.category === view.row.id);
        return { view, heads: cells.reduce((sum, cell) => sum + cell.head, 0), isUsed: cells.length > 0 };
      })
      .toSorted((a, b) => a.view.row.order - b.view.row.order || compareNames(a.view.row.name, b.view.row.name));
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
        <CategorySheet key={sheet} id={sheet === newSheet ? null : sheet} onClose={onSheetEnd} />
      ) : null}
    </Stack>
  );
};
