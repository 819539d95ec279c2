import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, Fence, House, List, Search, Settings, Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { AppBar, AppShell, BottomBar, Button, Notice, SunToggle } from '#ui';
import { ButtonTo, useFarmStatus, useMembership, useSession } from '#platform';
import { SyncChip } from './sync-chip.tsx';
import { useLetterKeys, useTheme } from './theme-store.ts';
import { dayAt, formatInstant } from '#domain';
import { useLasting, useMinute, waitingAge } from '#farm/waiting-age.ts';
import { StorageBanners } from './storage-banners.tsx';
import { useStorage } from './storage-context.tsx';
import { useUpdates } from './updates-context.tsx';
import styles from './shell.module.css';

interface FarmShellProps {
  readonly children: ReactNode;
  readonly onRegister: () => void;
  readonly onPending: () => void;
  readonly onOrganizations: () => void;
  readonly onMore: () => void;
  readonly onSearch: () => void;
  /** Notices about farms the person has left. */
  readonly left?: ReactNode;
}

const morePath = '#mas';
/** All three are 'Campo' in the bar (ux.md §4.7). */
const farmPlaces = ['/lots', '/rodeos', '/campos'];

/** Frame of a farm's screens: farm name, sync chip, navigation (ux.md §4.5). */
export const FarmShell = ({
  children,
  onRegister,
  onPending,
  onOrganizations,
  onMore,
  onSearch,
  left,
}: FarmShellProps) => {
  const { pathname } = useLocation();
  const theme = useTheme();
  const { choice: hasLetterKeys } = useLetterKeys();
  useScreenKeys({ onSearch, onRegister });
  const place = (to: string, label: string, icon: ReactNode, shortLabel?: string) => ({
    to,
    label,
    icon,
    current: pathname.startsWith(to),
    ...(shortLabel && { shortLabel }),
  });
  return (
    <AppShell
      top={
        <AppBar
          end={
            <>
              <SearchButton onOpen={onSearch} />
              <SunToggle value={theme.choice} onChange={theme.choose} />
              <SyncChip onOpen={onPending} />
            </>
          }
        >
          <FarmName onOpen={onOrganizations} />
        </AppBar>
      }
      nav={
        <BottomBar
          items={[
            place('/dashboard', 'Inicio', <House size={26} />),
            place('/data', 'Movimientos', <List size={26} />, 'Mov.'),
            {
              ...place('/lots', 'Campo', <Fence size={26} />),
              current: farmPlaces.some((to) => pathname.startsWith(to)),
            },
            { to: morePath, label: 'Más', icon: <Ellipsis size={26} />, current: false },
          ]}
          extraItems={[
            place('/work-team', 'Equipo', <Users size={26} />),
            place('/configuration', 'Configuración', <Settings size={26} />),
          ]}
          actionLabel="Registrar"
          onAction={onRegister}
          {...(hasLetterKeys && { actionKey: 'N' })}
          renderLink={({ to, className, children: words, ...rest }) =>
            to === morePath ? (
              <a
                href={morePath}
                role="button"
                className={className}
                onClick={(event) => {
                  event.preventDefault();
                  onMore();
                }}
              >
                {words}
              </a>
            ) : (
              <Link to={to} className={className} {...rest}>
                {words}
              </Link>
            )
          }
        />
      }
    >
      <Banners onPending={onPending} left={left} />
      {children}
    </AppShell>
  );
};

const FarmName = ({ onOpen }: { readonly onOpen: () => void }) => {
  const name = useMembership()?.organization.name ?? '';
  return (
    <button
      type="button"
      className={styles.farm}
      onClick={onOpen}
      aria-label={`${name}: cambiar de establecimiento`}
      title={name}
    >
      <span>{name}</span>
      <ChevronDown size={22} />
    </button>
  );
};

/** 'Buscar' in the bar from tablet width up; phones have it in Inicio and 'Más'. */
const SearchButton = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { choice: hasLetters } = useLetterKeys();
  return (
    <button
      type="button"
      className={styles.search}
      aria-keyshortcuts={hasLetters ? 'Control+K /' : 'Control+K'}
      onClick={onOpen}
    >
      <Search />
      <span>Buscar</span>
      {hasLetters ? <kbd aria-hidden>/</kbd> : null}
    </button>
  );
};

interface ScreenActs {
  readonly onSearch: () => void;
  readonly onRegister: () => void;
}

/** Typing, or in a dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** The act a key triggers (ux.md §4.8). Keys without Control are ignored while typing and can be switched off (WCAG 2.1.4). */
function askedBy(event: KeyboardEvent, hasLetters: boolean): keyof ScreenActs | null {
  if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return null;
  const key = event.key.toLowerCase();
  const isWithControl = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (isWithControl) return key === 'k' && !event.shiftKey ? 'onSearch' : null;
  if (!hasLetters || isTyping(event.target)) return null;
  // On a Spanish keyboard the slash is Shift+7.
  if (key === '/') return 'onSearch';
  return key === 'n' && !event.shiftKey ? 'onRegister' : null;
}

/** Shortcuts on every farm screen: N records, / and Ctrl+K search. */
function useScreenKeys({ onSearch, onRegister }: ScreenActs): void {
  const { choice: hasLetters } = useLetterKeys();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const asked = askedBy(event, hasLetters);
      if (asked === null) return;
      event.preventDefault();
      if (asked === 'onSearch') onSearch();
      else onRegister();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasLetters, onSearch, onRegister]);
}

const dayMs = 86_400_000;
/** Time to send the queue after signal returns, before the wait counts as stuck. */
const graceMs = 60_000;

/** Records carry the device's day, so a wrong clock is shown before anything is recorded. */
const WrongClock = ({ nowMs, skewMs }: { readonly nowMs: number; readonly skewMs: number }) => {
  const isDay = dayAt(nowMs) !== dayAt(nowMs + skewMs);
  const says = (ms: number): string => formatInstant(new Date(ms).toISOString());
  return (
    <Notice tone="warn" role="alert" title={`La ${isDay ? 'fecha' : 'hora'} de este dispositivo no es la del servidor`}>
      Dice {says(nowMs)}, y el servidor {says(nowMs + skewMs)}: si está mal, ponelo en hora en sus ajustes. Cada
      registro lleva la fecha que muestra el dispositivo, salvo que elijas otra.
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
          Falta actualizar la app. Podés seguir registrando: lo que registres queda guardado en este celular y se envía
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
      {status.preparing !== null && (status.isBehind || status.reach === 'unreachable') ? (
        <Notice tone="warn" role="status" title="Falta traer parte del establecimiento">
          Se completa solo. Podés seguir registrando.
        </Notice>
      ) : null}
      {status.turnedBack ? (
        <Notice tone="warn" role="alert" title="No se puede traer lo nuevo del campo">
          Lo que registrás se guarda y se envía igual.
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
