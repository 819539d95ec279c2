import { type Asset, type Day, formatDay, formatNumber, kilosByWeek, type Ration } from '#domain';
import { PaintBucket, Repeat } from 'lucide-react';
import { quantityWords } from '#farm/supply-select.tsx';
import { useAssets, useFarm, useLive, useLots, useRodeos } from '#platform';
import { MovementRow } from '#farm/movement-row.tsx';
import type { MovementView } from '#sync/farm.ts';
import { Button, Card, Cluster, EmptyState, ProgressBar, RowList, Skeleton } from '#ui';
import { headDaysBetween, newestRecords, rationOf, recordsBetween } from './ration-records.ts';
import { lastDayOf, RationTable } from './ration-table.tsx';
import { RepeatLast } from './repeat-last.tsx';
import { StockLeft } from './stock-left.tsx';

interface RationsProps {
  readonly month: string;
  readonly today: Day;
  readonly onFeed: () => void;
}

const usePlaceName = (): ((id: string | null) => string) | undefined => {
  const rodeos = useRodeos();
  const lots = useLots();
  if (!rodeos || !lots) return undefined;
  const known = new Map([
    ...lots.map(({ lot }) => [lot.id, lot.name] as const),
    ...rodeos.map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
  ]);
  return (id) => known.get(id ?? '') ?? 'Sin rodeo';
};

const givenIn = (records: readonly MovementView[], assets: readonly Asset[]) =>
  records.flatMap((view) => {
    const ration = rationOf(view, assets);
    return ration ? [{ view, ration }] : [];
  });

/** A month's feed: by rodeo and product, by week, and its records (domain.md §2.7). */
export const Rations = ({ month, today, onFeed }: RationsProps) => {
  const records = useLive((views) => recordsBetween(views, `${month}-01`, `${month}-31`), [month]);
  const newest = useLive((views) => newestRecords(views));
  const items = useAssets();
  const placeName = usePlaceName();
  const headDays = useLive((views) => headDaysBetween(views, `${month}-01`, lastDayOf(month, today)), [month, today]);
  if (!records || !newest || !items || !placeName || headDays === undefined) return <Skeleton rows={5} />;
  const assets = items.map((view) => view.row);
  const given = givenIn(records, assets);
  const rations = given.map((one) => one.ration);
  const [last] = givenIn(newest, assets);
  return (
    <>
      <Cluster>
        <Button icon={<PaintBucket />} onClick={onFeed}>
          Registrar suministro
        </Button>
        {last ? (
          <RepeatLast
            view={last.view}
            icon={<Repeat />}
            words={`${quantityWords(last.ration.quantity, last.ration.unit)} de ${last.ration.product} a ${placeName(last.ration.place)}`}
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
          <RationTable rations={rations} assets={assets} placeName={placeName} headDays={headDays} />
          <StockLeft assets={assets} today={today} />
          <Weeks rations={rations} month={month} today={today} />
          <Records views={given.map((one) => one.view)} />
        </>
      )}
    </>
  );
};

interface WeeksProps {
  readonly rations: readonly Ration[];
  readonly month: string;
  readonly today: Day;
}

const Weeks = ({ rations, month, today }: WeeksProps) => {
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
