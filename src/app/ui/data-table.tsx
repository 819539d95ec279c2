import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import styles from './data-table.module.css';

interface Column<Item> {
  /** Names the column: each has another. */
  readonly header: string;
  readonly cell: (item: Item) => ReactNode;
  /** Right-aligned. */
  readonly numeric?: boolean;
  /** Names the row; the card's title on a phone. */
  readonly main?: boolean;
}

export interface DataTableProps<Item> {
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly Item[];
  readonly rowKey: (item: Item) => string;
}

/** More columns need a wider place. */
const few = 4;

/** A table where its place is wide enough, cards elsewhere. Roles are spelled out: `display: grid` removes them in some browsers. */
export const DataTable = <Item,>({ caption, columns, rows, rowKey }: DataTableProps<Item>) => (
  <div className={styles.box} data-many={columns.length > few || undefined}>
    <table role="table" className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.header}
              role="columnheader"
              scope="col"
              className={classes(column.numeric && styles.numeric)}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((item) => (
          <tr key={rowKey(item)} role="row">
            {columns.map((column) => {
              const Cell = column.main ? 'th' : 'td';
              return (
                <Cell
                  key={column.header}
                  role={column.main ? 'rowheader' : 'cell'}
                  scope={column.main ? 'row' : undefined}
                  className={classes(column.numeric && styles.numeric, column.main && styles.main)}
                >
                  {column.main ? null : (
                    <span className={styles.inlineHeader} aria-hidden>
                      {column.header}
                    </span>
                  )}
                  <span>{column.cell(item)}</span>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
