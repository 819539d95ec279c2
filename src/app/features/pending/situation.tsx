import type { SyncStatus } from '#sync/farm.ts';
import { formatDay } from '#domain';
import { Button, Notice } from '#ui';
import { ButtonTo, useFarmStatus } from '#platform';
import { spanText, type WaitingAge } from '#farm/waiting-age.ts';

interface SituationProps {
  readonly age: WaitingAge;
  readonly isEmpty: boolean;
  readonly last: string | null;
  /** Absent if none of the person's own records wait. */
  readonly onGive?: () => void;
}

/** Connection state and what the person must do, mostly nothing. */
export const Situation = ({ age, isEmpty, last, onGive }: SituationProps) => {
  const { reach, needsSignIn, mustUpdate } = useFarmStatus();
  if (needsSignIn) {
    return (
      <Notice tone="warn" action={<ButtonTo to="/log-in">Iniciar sesión</ButtonTo>}>
        Iniciá sesión para enviar. Tus registros están guardados en este celular.
      </Notice>
    );
  }
  if (mustUpdate) {
    return (
      <Notice tone="warn">
        Falta actualizar la app para enviar. Tus registros están guardados en este celular y se envían después.
      </Notice>
    );
  }
  if (age.is === 'old') {
    return (
      <Notice tone="danger" action={onGive && <Button onClick={onGive}>Entregar a otro celular</Button>}>
        Tenés registros sin enviar desde el {formatDay(age.since)}. {oldAdvice(reach)}
      </Notice>
    );
  }
  if (age.is === 'late') {
    return (
      <Notice tone="warn">
        Hay señal, pero hace {spanText(age.stuckMs)} que no se puede enviar. Tus registros están guardados en este
        celular y se envían solos.
      </Notice>
    );
  }
  if (isEmpty) return null;
  return (
    <Notice>
      {reach === 'unreachable' ? 'Sin señal. Se envían solos al volver.' : 'Se envían solos.'}
      {last ? ` Último envío: ${last}` : ''}
    </Notice>
  );
};

const oldAdvice = (reach: SyncStatus['reach']): string =>
  reach === 'reachable'
    ? 'Hay señal y no salen: probá «Enviar ahora» o entregalos a otro celular.'
    : 'Acercate a una zona con señal y abrí la app.';
