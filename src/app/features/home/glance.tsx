import { Link } from '@tanstack/react-router';
import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber, monthName } from '#domain';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { useCalm, useFarmStatus, useLive, useToday } from '#platform';
import { sinceText, useMinute } from '#farm/waiting-age.ts';
import { AnimalIcon, Spark, VisuallyHidden } from '#ui';
import { readCalves, readMonthRain } from './glance-figures.ts';
import styles from './home.module.css';

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

/** Same size while loading. */
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
  const calves = useCalm((views) => readCalves(views, today), [today]);
  return (
    <Link to="/data" search={{ familia: 'altas' }} className={styles.glanceCell} data-ink="altas">
      <Inside
        icon={<AnimalIcon shape="calf" size={24} />}
        label="Terneros"
        figure={calves && <Figure unit="hoy">{formatNumber(calves.today, 0)}</Figure>}
      >
        {calves ? `${formatNumber(calves.season, 0)} en la ${calves.isCalving ? 'parición' : 'campaña'}` : null}
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
  const waits = waiting === 0 ? 'Todo enviado' : (since ?? 'en este celular');
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
