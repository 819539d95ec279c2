import { addDays, type Asset, counted, type Day } from '#domain';
import { RowTo, useLive } from '#platform';
import { quantityWords } from '#farm/supply-select.tsx';
import { Card, RowList } from '#ui';
import { rationOf, recordsBetween } from './ration-records.ts';

const paceDays = 14;

interface StockLeftProps {
  readonly assets: readonly Asset[];
  readonly today: Day;
}

/** How long each feed lasts at the pace of the last 14 days (domain.md §2.7); soonest first. */
export const StockLeft = ({ assets, today }: StockLeftProps) => {
  const records = useLive((views) => recordsBetween(views, addDays(today, 1 - paceDays), today), [today]);
  const rations = (records ?? []).flatMap((view) => rationOf(view, assets) ?? []);
  const left = assets
    .flatMap((item) => {
      const given = rations
        .filter((ration) => ration.product === item.name && ration.unit === item.unit)
        .reduce((sum, ration) => sum + ration.quantity, 0);
      return given > 0 ? [{ item, days: Math.floor(item.quantity / (given / paceDays)) }] : [];
    })
    .toSorted((a, b) => a.days - b.days);
  return left.length === 0 ? null : (
    <Card title="Cuánto queda" flush>
      <RowList label="Cuánto queda">
        {left.map(({ item, days }) => (
          <li key={item.id}>
            <RowTo
              to="/stock/$id"
              params={{ id: item.id }}
              title={item.name}
              subtitle={`Hay ${quantityWords(item.quantity, item.unit)}`}
              right={<strong>{days > 365 ? 'Más de un año' : counted(days, 'día')}</strong>}
            />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
