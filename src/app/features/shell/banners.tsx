import type { ReactNode } from 'react';
import { Button, Notice } from '#ui';
import { ButtonTo, useFarmStatus, useSession } from '#platform';
import { dayAt, formatInstant } from '#domain';
import { useLasting, useMinute, waitingAge } from '#farm/waiting-age.ts';
import { StorageBanners } from './storage-banners.tsx';
import { useStorage } from './storage-context.tsx';
import { useUpdates } from './updates-context.tsx';

const dayMs = 86_400_000;
/** Time to send the queue after signal returns, before the wait counts as stuck. */
const graceMs = 60_000;

/** Records carry the device's day, so a wrong clock is shown before anything is recorded. */
const WrongClock = ({ nowMs, skewMs }: { readonly nowMs: number; readonly skewMs: number }) => {
  const isDay = dayAt(nowMs) !== dayAt(nowMs + skewMs);
  const says = (ms: number): string => formatInstant(new Date(ms).toISOString());
  return (
    <Notice tone="warn" role="alert" title={`La ${isDay ? 'fecha' : 'hora'} de este dispositivo está mal`}>
      Dice {says(nowMs)} y es {says(nowMs + skewMs)}: ponelo en hora en sus ajustes. Cada registro lleva la fecha que
      muestra el dispositivo, salvo que elijas otra.
    </Notice>
  );
};

interface BannersProps {
  readonly onPending: () => void;
  /** Notices about farms the person has left. */
  readonly left?: ReactNode;
}

/** App-wide notices above every screen. */
export const Banners = ({ onPending, left }: BannersProps) => {
  const { state } = useSession();
  const { isReady, apply, bring } = useUpdates();
  const { isFull } = useStorage();
  const status = useFarmStatus();
  const { mustUpdate } = status;
  const now = useMinute();
  const age = waitingAge(status, now);
  // Offline, a long wait is normal: the chip alone shows it.
  const isStuck = useLasting(age.is === 'old' && age.stuckMs > dayMs && status.reach === 'reachable', graceMs);
  return (
    <>
      <StorageBanners />
      {left}
      {state.expired ? (
        <Notice tone="warn" action={<ButtonTo to="/log-in">Iniciar sesión</ButtonTo>}>
          Tu sesión venció: iniciá sesión cuando tengas señal; tus registros están guardados
        </Notice>
      ) : null}
      {mustUpdate ? (
        <Notice tone="warn" action={<Button onClick={bring}>Actualizar</Button>}>
          Falta actualizar la app. Podés seguir registrando: tus registros están guardados en este celular y se envían
          después de actualizar.
        </Notice>
      ) : isReady ? (
        <Notice tone="info" action={<Button onClick={apply}>Actualizar</Button>}>
          Hay una versión nueva.
        </Notice>
      ) : null}
      {status.noSpace && !isFull ? (
        <Notice tone="warn" role="alert" title="No hay lugar en este dispositivo para bajar lo nuevo del campo">
          Lo que registrás se guarda y se envía igual. Borrá fotos o aplicaciones que no uses: lo nuevo se baja solo.
        </Notice>
      ) : null}
      {status.preparing !== null && status.reach === 'unreachable' ? (
        <Notice tone="warn" role="status" title="Falta traer parte del establecimiento">
          Con señal se completa solo. Mientras tanto no se muestran números a medias; lo que registrás se guarda en este
          celular.
        </Notice>
      ) : null}
      {status.turnedBack ? (
        <Notice tone="warn" role="alert" title="No se puede traer lo nuevo del campo">
          El servidor pide empezar de nuevo una y otra vez. Tus registros están guardados en este celular y se siguen
          enviando; lo nuevo se vuelve a pedir cada tanto.
        </Notice>
      ) : null}
      {status.skewMs === 0 ? null : <WrongClock nowMs={now} skewMs={status.skewMs} />}
      {isStuck && !state.expired && !mustUpdate ? (
        <Notice tone="warn" role="status" action={<Button onClick={onPending}>Ver pendientes</Button>}>
          Hay señal, pero hace más de un día que tus registros no se pueden enviar. Están guardados en este celular.
        </Notice>
      ) : null}
    </>
  );
};
