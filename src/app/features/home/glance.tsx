import { Link } from '@tanstack/react-router';
import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  campaignDays,
  campaignOf,
  cycle,
  type Day,
  daysBetween,
  farmRain,
  formatNumber,
  isDeleted,
  monthName,
  monthOf,
  netHeads,
  seasonFrom,
  sumOf,
} from '#domain';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { useCalm, useFarmStatus, useLive, useToday } from '#platform';
import { useUnsentElsewhere } from '#farm/unsent-elsewhere.ts';
import { sinceText, useMinute } from '#farm/waiting-age.ts';
import { AnimalIcon, Spark, VisuallyHidden } from '#ui';
import styles from './home.module.css';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';

interface GlanceProps {
  /** False at the office, whose figures have it. */
  readonly withRain: boolean;
}

/** Rain, calves and unsent records at a glance (ux.md §4.8). */
export const Glance = ({ withRain }: GlanceProps) => (
  <section aria-label="De un vistazo" className={styles.glance}>
    {withRain ? <RainCell /> : null}
    <CalvesCell />
    <WaitingCell />
  </section>
);

interface InsideProps {
  readonly icon?: ReactNode;
  readonly label: string;
  /** Undefined while loading. */
  readonly figure: ReactNode;
  readonly children?: ReactNode;
}

const Inside = ({ icon, label, figure, children }: InsideProps) => (
  <>
    <span className={styles.glanceLabel}>{label}</span>
    {figure === undefined ? (
      <span className={styles.glanceWait}>
        <VisuallyHidden>Cargando…</VisuallyHidden>
      </span>
    ) : (
      <>
        <span className={styles.glanceFigure}>
          <strong>{figure}</strong>
          {icon}
        </span>
        <span className={styles.glanceFoot}>{children}</span>
      </>
    )}
  </>
);

const Figure = ({ unit, children }: { readonly unit: string; readonly children: string }) => (
  <>
    {children} <small>{unit}</small>
  </>
);

const RainCell = () => {
  const today = useToday();
  const rain = useLive((views) => readMonthRain(views, today), [today]);
  return (
    <Link to="/data" search={{ familia: 'clima' }} className={styles.glanceCell} data-ink="clima">
      <Inside
        label={`Lluvia ${monthName(today).slice(0, 3)}.`}
        figure={rain && (rain.mm === null ? '—' : <Figure unit="mm">{formatNumber(rain.mm, 1)}</Figure>)}
      >
        {rain?.mm === null ? 'Sin registros' : <Spark values={rain?.days ?? []} />}
      </Inside>
    </Link>
  );
};

const CalvesCell = () => {
  const today = useToday();
  // A birth counts with its record; the months before it once changes have come to rest.
  const born = useLive((views) => calvesBorn(views, { from: today, to: today }), [today]);
  const [season, isOld] = useCalm((views) => readSeason(views, today), [today]);
  return (
    <Link to="/data" search={{ familia: 'altas' }} className={styles.glanceCell} data-ink="altas">
      <Inside
        icon={<AnimalIcon shape="calf" size={24} />}
        label="Terneros"
        figure={born === undefined || !season ? undefined : <Figure unit="hoy">{formatNumber(born, 0)}</Figure>}
      >
        {season && (
          <span aria-busy={isOld || undefined}>
            {`${formatNumber(season.born + (born ?? 0), 0)} en la ${season.isCalving ? 'parición' : 'campaña'}`}
          </span>
        )}
      </Inside>
    </Link>
  );
};

const WaitingCell = () => {
  const status = useFarmStatus();
  const { photos, voices, papers, refused } = useAttachmentsToSend();
  const now = useMinute();
  const waiting = status.waiting + photos + voices + papers;
  const failed = status.withError + refused;
  // Unknown until read from disk.
  const isKnown = status.ready || status.preparing !== null || waiting > 0;
  const since = status.waitingSince === null ? null : sinceText(status.waitingSince, now);
  const elsewhere = useUnsentElsewhere();
  const rest = elsewhere === 0 ? 'Todo enviado' : `${formatNumber(elsewhere, 0)} en otro establecimiento`;
  const waits = waiting === 0 ? rest : (since ?? 'en este celular');
  return (
    <Link
      to="."
      search={(before) => ({ ...before, pendientes: 1 })}
      state={{ isOverlay: true }}
      className={styles.glanceCell}
      data-ink={failed > 0 ? 'bajas' : 'sistema'}
    >
      <Inside
        icon={<CloudUpload size={20} />}
        label="Por enviar"
        figure={isKnown ? formatNumber(waiting, 0) : undefined}
      >
        {failed > 0 ? `${formatNumber(failed, 0)} con error` : waits}
      </Inside>
    </Link>
  );
};

/** Rain of a month in total and per day until today; `mm` is null, not 0, without any record. */
interface MonthRain {
  readonly mm: number | null;
  readonly days: readonly number[];
}

type RainViews = Pick<FarmViews, 'page' | 'campos' | 'rainByMonth'>;

/** The sum comes from the stored totals, the days from the month's records (domain.md §4.7). */
async function readMonthRain(views: RainViews, today: Day): Promise<MonthRain> {
  const month = monthOf(today);
  const first = `${month}-01`;
  const [records, campos, sums] = await Promise.all([
    newestMovements(views, { types: [rain.type], from: first, to: `${month}-31` }),
    views.campos(),
    views.rainByMonth(month.slice(0, 4)),
  ]);
  const fell = records
    .filter(({ movement }) => !isDeleted(movement))
    .map(({ movement: { date, metadata } }) => {
      const { mm, campo_id: campo } = metadata;
      return { key: `${date}|${typeof campo === 'string' ? campo : ''}`, mm: typeof mm === 'number' ? mm : 0 };
    });
  const byDay: Record<string, number> = {};
  for (const { key, mm } of fell) byDay[key] = (byDay[key] ?? 0) + mm;
  const dayOf = (index: number): Day => `${month}-${String(index + 1).padStart(2, '0')}`;
  return {
    mm: fell.length === 0 ? null : farmRain(sums, campos, month),
    days: Array.from({ length: daysBetween(first, today) + 1 }, (_, index) => farmRain(byDay, campos, dayOf(index))),
  };
}

type CalfViews = Pick<FarmViews, 'page' | 'campaignStart' | 'things'>;

/** Calves born alive on these days but one (domain.md §3.1), by their records. */
async function calvesBorn(views: Pick<FarmViews, 'page'>, days: { readonly from: Day; readonly to: Day }, but?: Day) {
  const births = await newestMovements(views, { types: [birth.type], ...days });
  const meant = births.filter(({ movement }) => !isDeleted(movement) && movement.date !== but);
  return sumOf(meant, ({ lines }) => netHeads(lines));
}

/** Calves but for today's of the current or last calving of this campaign, or of the campaign on a farm without cycles (figures.md §0). */
async function readSeason(views: CalfViews, today: Day) {
  const [start, cycles] = await Promise.all([views.campaignStart(), views.things(cycle.name)]);
  const { from: since, to } = campaignDays(campaignOf(today, start), start);
  const standing = cycles.filter(({ state }) => state !== 'con_error').map(({ row }) => row);
  const calving = seasonFrom(birth.type, standing, { today, since });
  const born = await calvesBorn(views, { from: calving ?? since, to }, today);
  return { born, isCalving: calving !== null };
}
