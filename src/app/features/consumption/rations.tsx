import {
  addDays,
  addMonths,
  type Asset,
  type Day,
  dividedBy,
  formatDay,
  formatMoney,
  formatNumber,
  kilosByWeek,
  kilosPerHeadAndDay,
  kindOf,
  moneyText,
  payloadOf,
  priceOf,
  type Ration,
  type RationSum,
  rationSums,
  recordedKind,
} from '#domain';
import { PaintBucket, Repeat } from 'lucide-react';
import { lastsWords } from '#domain/supplies/days-of-stock.ts';
import { readDaysOfStock } from '#farm/days-of-stock.ts';
import { quantityWords } from '#farm/supply-picker.tsx';
import { RowTo, toastSaved, useAssets, useFarm, useLive, useLots, useRodeos } from '#platform';
import { MovementList } from '#farm/movement-row.tsx';
import type { MovementView } from '#sync/farm.ts';
import { Button, Card, Cluster, DataTable, EmptyState, ProgressBar, RowList, Skeleton, toastError } from '#ui';
import { type HeadDays, headDaysBetween, newestRecords, rationOf, recordsBetween } from './ration-records.ts';
import { type ReactNode, useState } from 'react';
import { useOnce } from '#forms';

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
  const latest = givenIn(newest, assets);
  const [last] = latest;
  const fed = new Set([...given, ...latest].map(({ view }) => view.movement.metadata.asset_id));
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
          <StockLeft items={assets.filter(({ id }) => fed.has(id))} today={today} />
          <Weeks rations={rations} month={month} today={today} />
          <Card title="Registros" flush>
            <MovementList label="Suministros" views={given.map((one) => one.view)} />
          </Card>
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

interface RationTableProps {
  readonly rations: readonly Ration[];
  readonly assets: readonly Asset[];
  readonly placeName: (id: string | null) => string;
  /** Heads × days of the month, by place; null if unknown. */
  readonly headDays: HeadDays | null;
}

function lastDayOf(month: string, today: Day): Day {
  const end = addDays(`${addMonths(month, 1)}-01`, -1);
  return today < end ? today : end;
}

/** Cost per head and day, by the last price; null if unknown or hidden. */
function costOf(sum: RationSum, assets: readonly Asset[], headDays: number | null): string | null {
  const item = assets.find((one) => one.name === sum.product && one.unit === sum.unit);
  if (!item?.unit_cost || headDays === null || headDays <= 0) return null;
  return formatMoney(moneyText(dividedBy(priceOf(sum.quantity, item.unit_cost), BigInt(headDays))));
}

/** Who got what in a month, in kilos and pesos per head and day. */
const RationTable = ({ rations, assets, placeName, headDays }: RationTableProps) => {
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
          { header: 'Rodeo', main: true, cell: (row) => placeName(row.place) },
          { header: 'Producto', cell: (row) => row.product },
          { header: 'Cantidad', numeric: true, cell: (row) => quantityWords(row.quantity, row.unit) },
          {
            header: 'Kilos',
            numeric: true,
            cell: (row) => (row.kg === null ? '—' : formatNumber(row.kg, 0)),
          },
          {
            header: 'kg/cab/día',
            numeric: true,
            cell: (row) => (row.each === null ? '—' : formatNumber(row.each, 2)),
          },
          ...(isPriced
            ? [
                {
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

interface RepeatLastProps {
  readonly view: MovementView;
  readonly icon: ReactNode;
  /** What will be recorded: `40 kg de Maíz a Cría`. */
  readonly words: string;
  readonly today: string;
}

/** Records the same ration today, by one touch; its row has 'Deshacer'. */
const RepeatLast = ({ view, icon, words, today }: RepeatLastProps) => {
  const farm = useFarm();
  // A second touch before the new one stands there would record it twice.
  const [repeatedKey, setRepeatedKey] = useState<string | null>(null);
  if (repeatedKey !== null && repeatedKey !== view.key) setRepeatedKey(null);
  const { movement } = view;
  const repeat = useOnce(async () => {
    const kind = recordedKind(movement.type);
    if (!kind) return;
    const payload = payloadOf(movement, Object.keys(kind.fields));
    const done = await farm.acts.recordMovement(kind.type, { ...payload, date: today });
    if (done.ok) {
      setRepeatedKey(view.key);
      toastSaved(farm);
    } else
      toastError(
        done.problem.reason === 'invalid' ? `No se pudo repetir: ${kindOf(movement.type).label}` : done.problem.message,
      );
  });
  return (
    <Button icon={icon} busy={repeat.busy || repeatedKey === view.key} onClick={repeat.run}>
      Repetir el último: {words}
    </Button>
  );
};

interface StockLeftProps {
  readonly items: readonly Asset[];
  readonly today: Day;
}

/** How long each feed lasts (figures.md §2); soonest first, what is not known last. */
const StockLeft = ({ items, today }: StockLeftProps) => {
  const read = useLive(
    (views) => Promise.all(items.map(async (item) => ({ item, ...(await readDaysOfStock(views, item, today)) }))),
    [items.map(({ id, quantity }) => `${id} ${quantity}`).join(), today],
  );
  const left = (read ?? []).toSorted((a, b) => (a.days ?? Infinity) - (b.days ?? Infinity));
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
              right={<strong>{lastsWords(days)}</strong>}
            />
          </li>
        ))}
      </RowList>
    </Card>
  );
};
