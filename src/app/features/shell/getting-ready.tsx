import { Check, Clock } from 'lucide-react';
import { useState } from 'react';
import { Button, NotYet, Notice } from '#ui';
import { useFarmStatus } from '#platform';
import styles from './shell.module.css';
import { useUpdates } from './updates-context.tsx';

const key = 'lista-sin-senal';

/** Shown while the service worker is called back: the app then needs signal to open. */
export const calledBackMessage =
  'Por ahora la app no abre sin señal. Lo que registrás queda guardado en el celular igual que siempre.';

/** First use of a phone (ux.md §2.2): what still loads before it works offline, then that it does. */
export const GettingReady = () => {
  const { preparing, ready } = useFarmStatus();
  const { isOffline, isCalledBack, isLooking } = useUpdates();
  const [isSeen, setIsSeen] = useState(() => localStorage.getItem(key) !== null);
  if (isCalledBack) return <Notice tone="warn">{calledBackMessage}</Notice>;
  if (isSeen) return null;
  // Not known yet: a phone that is ready must not be told that it is not.
  if (isLooking || (!ready && preparing === null)) return <NotYet />;
  if (isOffline && ready) {
    return (
      <Notice
        tone="ok"
        action={
          <Button
            compact
            onClick={() => {
              localStorage.setItem(key, '1');
              setIsSeen(true);
            }}
          >
            Entendido
          </Button>
        }
      >
        Lista para usar sin señal
      </Notice>
    );
  }
  const share = preparing === null ? '' : ` (${Math.round(preparing * 100)} %)`;
  return (
    <Notice title="Preparando para usar sin señal">
      <ul className={styles.checks}>
        <Step done={isOffline}>Pantallas de la app</Step>
        <Step done={ready}>{`Lotes, categorías y movimientos${ready ? '' : share}`}</Step>
      </ul>
    </Notice>
  );
};

const Step = ({ done, children }: { readonly done: boolean; readonly children: string }) => (
  <li>
    {done ? <Check size={22} aria-label="Listo" /> : <Clock size={22} aria-label="Falta" />}
    {children}
  </li>
);
