import { addDays, addMonths, type Day, daysBetween } from '../../../domain/dates.ts';
import { formatMoney, formatNumber } from '../../../domain/numbers.ts';
import { dividedBy, moneyText, priceOf } from '../../../domain/office/money.ts';
import type { Asset } from '../../../domain/supplies/asset.ts';
import { kilosPerHeadAndDay, type Ration, type RationSum, rationSums } from '../../../domain/supplies/rations.ts';
import { quantityWords } from '../../frame/supply-select.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';

/** Places by id, with the heads that stand there today. */
export interface Places {
  readonly nameOf: (id: string | null) => string;
  readonly headsOf: (id: string | null) => number;
}

interface RationTableProps {
  readonly rations: readonly Ration[];
  readonly assets: readonly Asset[];
  readonly places: Places;
  readonly month: string;
  readonly today: Day;
}

/** The last day of a month that has come. */
export function lastDayOf(month: string, today: Day): Day {
  const end = addDays(`${addMonths(month, 1)}-01`, -1);
  return today < end ? today : end;
}

/** What a head cost a day, by the last price of what it got; null where nobody can tell, or it is not for this person. */
function costOf(sum: RationSum, assets: readonly Asset[], heads: number, days: number): string | null {
  const item = assets.find((one) => one.name === sum.product && one.unit === sum.unit);
  if (!item?.unit_cost || heads <= 0 || days <= 0) return null;
  return formatMoney(moneyText(dividedBy(priceOf(sum.quantity, item.unit_cost), BigInt(heads * days))));
}

/** Who got what in a month, in kilos and pesos a head and day (domain.md §2.7). */
export const RationTable = ({ rations, assets, places, month, today }: RationTableProps) => {
  const first = `${month}-01`;
  const last = lastDayOf(month, today);
  const rows = rationSums(rations).map((sum) => {
    const heads = places.headsOf(sum.place);
    const each = kilosPerHeadAndDay(sum.kg, heads, first, last);
    return { ...sum, each, cost: costOf(sum, assets, heads, daysBetween(first, last) + 1) };
  });
  const isPriced = rows.some((row) => row.cost !== null);
  return (
    <Card title="Por rodeo y producto">
      <DataTable
        caption="Suministros del mes por rodeo y producto"
        rows={rows}
        rowKey={(row) => `${row.place} ${row.product} ${row.unit}`}
        columns={[
          { key: 'place', header: 'Rodeo', main: true, cell: (row) => places.nameOf(row.place) },
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
        Los kilos por cabeza se calculan con las cabezas de hoy{isPriced ? '; los pesos, con el último precio' : ''}.
      </p>
    </Card>
  );
};
