import { PaintBucket, Repeat } from 'lucide-react';
import { addDays, addMonths, type Day, formatDay } from '../../../domain/dates.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { kilosByWeek, kilosPerHeadAndDay, type Ration, rationSums } from '../../../domain/supplies/rations.ts';
import { quantityWords } from '../../frame/supply-select.tsx';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { MovementRow } from '../../frame/movement-row.tsx';
import type { MovementView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RowList } from '../../ui/row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { rationOf, recordsOf } from './ration-records.ts';
import { RepeatLast } from './repeat-last.tsx';

interface RationsProps {
  readonly month: string;
  readonly today: Day;
  readonly onFeed: () => void;
}

/** Places by id, with the heads that stand there today. */
interface Places {
  readonly nameOf: (id: string | null) => string;
  readonly headsOf: (id: string | null) => number;
}

const usePlaces = (): Places | undefined => {
  const rodeos = useLive((views) => views.rodeos());
  const lots = useLive((views) => views.lots());
  if (!rodeos || !lots) return undefined;
  const known = new Map([
    ...lots.map((view) => [view.lot.id, { name: view.lot.name, heads: view.heads }] as const),
    ...rodeos.map((view) => [view.rodeo.id, { name: view.rodeo.name, heads: view.heads }] as const),
  ]);
  return {
    nameOf: (id) => known.get(id ?? '')?.name ?? 'Sin rodeo',
    headsOf: (id) => known.get(id ?? '')?.heads ?? 0,
  };
};

/** Feed and supplements of a month: by rodeo and product, week by week, and the records themselves (domain.md §2.7). */
export const Rations = ({ month, today, onFeed }: RationsProps) => {
  const records = useLive((views) => recordsOf(views, month), [month]);
  const items = useLive((views) => views.things('asset'));
  const places = usePlaces();
  if (!records || !items || !places) return <Skeleton rows={5} />;
  const assets = items.map((view) => view.row);
  const given = records.flatMap((view) => {
    const ration = rationOf(view, assets);
    return ration ? [{ view, ration }] : [];
  });
  const rations = given.map((one) => one.ration);
  const last = given[0];
  return (
    <>
      <Cluster>
        <Button icon={<PaintBucket size={24} aria-hidden />} onClick={onFeed}>
          Registrar suministro
        </Button>
        {last ? (
          <RepeatLast
            view={last.view}
            icon={<Repeat size={24} aria-hidden />}
            words={`${quantityWords(last.ration.quantity, last.ration.unit)} de ${last.ration.product} a ${places.nameOf(last.ration.place)}`}
            today={today}
          />
        ) : null}
      </Cluster>
      {given.length === 0 ? (
        <EmptyState icon={<PaintBucket size={40} />}>
          Sin suministros este mes. Cada ración descuenta del stock y suma al consumo del rodeo.
        </EmptyState>
      ) : (
        <>
          <Sums rations={rations} places={places} month={month} today={today} />
          <Weeks rations={rations} month={month} today={today} />
          <Records views={given.map((one) => one.view)} />
        </>
      )}
    </>
  );
};

interface SumsProps {
  readonly rations: readonly Ration[];
  readonly places: Places;
  readonly month: string;
  readonly today: Day;
}

/** The last day of a month that has come. */
function lastDayOf(month: string, today: Day): Day {
  const end = addDays(`${addMonths(month, 1)}-01`, -1);
  return today < end ? today : end;
}

const Sums = ({ rations, places, month, today }: SumsProps) => (
  <Card title="Por rodeo y producto">
    <DataTable
      caption="Suministros del mes por rodeo y producto"
      rows={rationSums(rations)}
      rowKey={(sum) => `${sum.place} ${sum.product} ${sum.unit}`}
      columns={[
        { key: 'place', header: 'Rodeo', main: true, cell: (sum) => places.nameOf(sum.place) },
        { key: 'product', header: 'Producto', cell: (sum) => sum.product },
        { key: 'quantity', header: 'Cantidad', numeric: true, cell: (sum) => quantityWords(sum.quantity, sum.unit) },
        { key: 'kg', header: 'Kilos', numeric: true, cell: (sum) => (sum.kg === null ? '—' : formatNumber(sum.kg, 0)) },
        {
          key: 'each',
          header: 'kg/cab/día',
          numeric: true,
          cell: (sum) => {
            const days = [`${month}-01`, lastDayOf(month, today)] as const;
            const each = kilosPerHeadAndDay(sum.kg, places.headsOf(sum.place), ...days);
            return each === null ? '—' : formatNumber(each, 2);
          },
        },
      ]}
    />
    <p>Los kilos por cabeza se calculan con las cabezas de hoy.</p>
  </Card>
);

const Weeks = ({ rations, month, today }: Omit<SumsProps, 'places'>) => {
  const weeks = kilosByWeek(rations, `${month}-01`, lastDayOf(month, today));
  const most = Math.max(...weeks.map((week) => week.kg));
  if (most <= 0) return null;
  return (
    <Card title="Por semana">
      {weeks.map((week) => (
        <ProgressBar
          key={week.from}
          label={`${formatDay(week.from).slice(0, 5)} al ${formatDay(week.to).slice(0, 5)}`}
          value={week.kg}
          max={most}
          text={`${formatNumber(week.kg, 0)} kg`}
        />
      ))}
    </Card>
  );
};

const Records = ({ views }: { readonly views: readonly MovementView[] }) => {
  const farm = useFarm();
  return (
    <Card title="Registros" flush>
      <RowList label="Suministros">
        {views.map((view) => (
          <li key={view.key}>
            <MovementRow view={view} onUndo={(opId) => void farm.acts.undo(opId)} />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
