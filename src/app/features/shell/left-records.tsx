import { useSyncExternalStore } from 'react';
import { counted } from '../../../domain/text.ts';
import { useLeftRecords } from '../../frame/current-farm.tsx';
import type { Farm } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SeeProps {
  /** Opens what is left of the farm, record by record. */
  readonly onSee: (farm: Farm) => void;
}

/** Who was taken off a team hears what becomes of what he had not sent: it never goes in silence (trust.md row 97). */
export const LeftRecords = ({ onSee }: SeeProps) =>
  useLeftRecords().farms.map((farm) => <LeftFarm key={farm.organizationId} farm={farm} onSee={onSee} />);

const LeftFarm = ({ farm, onSee }: SeeProps & { readonly farm: Farm }) => {
  const { waiting, withError } = useSyncExternalStore(farm.onStatus, farm.status);
  const see = <Button onClick={() => onSee(farm)}>Ver registros</Button>;
  return (
    <>
      {waiting > 0 ? (
        <Notice tone="warn" role="status" action={withError > 0 ? undefined : see}>
          Tenés {counted(waiting, 'registro')} sin enviar de un campo en el que ya no estás. Se envían solos para que
          los vea la oficina.
        </Notice>
      ) : null}
      {withError > 0 ? (
        <Notice tone="warn" role="status" action={see}>
          El servidor no aceptó {counted(withError, 'registro')} de un campo en el que ya no estás. Todo sigue guardado
          acá; lo que cargaste sin señal lo puede ver la oficina.
        </Notice>
      ) : null}
    </>
  );
};
