import {
  addDays,
  addMonths,
  type Asset,
  type Day,
  dividedBy,
  formatMoney,
  formatNumber,
  kilosPerHeadAndDay,
  moneyText,
  priceOf,
  type Ration,
  type RationSum,
  rationSums,
} from '#domain';
import { quantityWords } from '#farm/supply-select.tsx';
import { Card, DataTable } from '#ui';
import type { HeadDays } from './ration-records.ts';

interface RationTableProps {
  readonly rations: readonly Ration[];
  readonly assets: readonly Asset[];
  readonly placeName: (id: string | null) => string;
  /** Heads × days of the month, by place; null if unknown. */
  readonly headDays: HeadDays | null;
}

/** The last day of a month, today at most. */
export function lastDayOf(month: string, today: Day): Day {
  const end = addDays(`${addMonths(month, 1)}-01`, -1);
  return today < end ? today : end;
}

/** Cost per head and day, by the last price; null if unknown or hidden. */
function costOf(sum: RationSum, assets: readonly Asset[], headDays: number | null): string | null {
  const item = assets.find((one) => one.name === sum.product && one.unit === sum.unit);
  if (!item?.unit_cost || headDays === null || headDays <= 0) return null;
  return formatMoney(moneyText(dividedBy(priceOf(sum.quantity, item.unit_cost), BigInt(headDays))));
}

/** Who got what in a month, in kilos and pesos per head and day (domain.md §2.7). */
export const RationTable = ({ rations, assets, placeName, headDays }: RationTableProps) => {
  const rows = rationSums(rations).map((sum) => {
    const shared = headDays?.get(sum.place ?? '') ?? null;
    return { ...sum, each: kilosPerHeadAndDay(sum.kg, shared), cost: costOf(sum, assets, shared) };
  });
  const isPriced = rows.some((row) => row.cost !== null);
  return (
    <Card title="Por rodeo y producto">
      <DataTable
        caption="Suministros del mes por rodeo y producto"
        rows={rows}
        rowKey={(row) => `${row.place} ${row.product} ${row.unit}`}
        columns={[
          { key: 'place', header: 'Rodeo', main: true, cell: (row) => placeName(row.place) },
          { key: 'product', header: 'Producto', cell: (row) => row.product },
          { key: 'quantity', header: 'Cantidad', numeric: true, cell: (row) => quantityWords(row.quantity, row.unit) },
          {
            key: 'kg',
            header: 'Kilos',
            numeric: true,
            cell: (row) => (row.kg === null ? '—' : formatNumber(row.kg, 0)),
          },
          {
            key: 'each',
            header: 'kg/cab/día',
            numeric: true,
            cell: (row) => (row.each === null ? '—' : formatNumber(row.each, 2)),
          },
          ...(isPriced
            ? [
                {
                  key: 'cost',
                  header: '$/cab/día',
                  numeric: true,
                  cell: (row: (typeof rows)[number]) => row.cost ?? '—',
                },
              ]
            : []),
        ]}
      />
      <p>
        {headDays === null
          ? 'Pasó demasiado desde ese mes para saber cuántas cabezas comieron cada día.'
          : `Los kilos por cabeza se calculan con las cabezas que había cada día${isPriced ? '; los pesos, con el último precio' : ''}.`}
      </p>
    </Card>
  );
};
