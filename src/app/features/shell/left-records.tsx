import { useState } from 'react';
import { counted } from '#domain';
import { type LeftFarm, useLeftRecords, useSession } from '#platform';
import type { Farm } from '#sync/farm.ts';
import { Button, Notice } from '#ui';

interface SeeProps {
  /** Opens the farm's remaining records; `onDone` when closed. */
  readonly onSee: (farm: Farm, onDone: () => void) => void;
}

/** Tells a removed member that he is one, and what happens to unsent records (trust.md row 97). */
export const LeftRecords = ({ onSee }: SeeProps) => {
  const { takenOff } = useSession().state;
  const [understood, setUnderstood] = useState('');
  return (
    <>
      {takenOff !== null && takenOff.id !== understood ? (
        <Notice
          tone="warn"
          role="status"
          action={<Button onClick={() => setUnderstood(takenOff.id)}>Entendido</Button>}
        >
          Ya no estás en {takenOff.name}.
        </Notice>
      ) : null}
      {useLeftRecords().farms.map((left) => (
        <LeftNotices key={left.organizationId} left={left} onSee={onSee} />
      ))}
    </>
  );
};

const LeftNotices = ({ left, onSee }: SeeProps & { readonly left: LeftFarm }) => {
  const { waiting, withError } = left;
  const [busy, setBusy] = useState(false);
  const [isAway, setIsAway] = useState(false);
  const see = async (): Promise<void> => {
    setBusy(true);
    const farm = await left.see();
    setBusy(false);
    setIsAway(farm === null);
    if (farm) onSee(farm, left.unsee);
  };
  const button = (
    <Button busy={busy} onClick={see}>
      Ver registros
    </Button>
  );
  const sealed =
    withError + waiting === 1
      ? ' Está cifrado en este celular: para verlo hace falta señal.'
      : ' Están cifrados en este celular: para verlos hace falta señal.';
  const away = isAway ? sealed : '';
  return (
    <>
      {waiting > 0 ? (
        <Notice tone="warn" role="status" action={withError > 0 ? undefined : button}>
          Tenés {counted(waiting, 'registro')} sin enviar de un campo en el que ya no estás. Se envían solos para que
          los vea la oficina.{withError > 0 ? '' : away}
        </Notice>
      ) : null}
      {withError > 0 ? (
        <Notice tone="warn" role="status" action={button}>
          El servidor no aceptó {counted(withError, 'registro')} de un campo en el que ya no estás. Todo sigue guardado
          acá; lo que cargaste sin señal lo puede ver la oficina.{away}
        </Notice>
      ) : null}
    </>
  );
};
