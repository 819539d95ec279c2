import { useState } from 'react';
import { counted, type Role } from '#domain';
import { Button, CheckField, Sheet, toastSuccess } from '#ui';
import { actsFor, keepChosenActs, mostActs } from './acts.ts';

interface ChooseActsProps {
  readonly role: Role;
  readonly shown: readonly string[];
  readonly onClose: () => void;
}

export const ChooseActs = ({ role, shown, onClose }: ChooseActsProps) => {
  const [ids, setIds] = useState(shown);
  const isFull = ids.length >= mostActs;
  const keep = (chosen: readonly string[]): void => {
    keepChosenActs(chosen);
    toastSuccess('Guardado en este celular');
    onClose();
  };
  return (
    <Sheet
      open
      title="Botones de Inicio"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => keep([])}>Los de siempre</Button>
          <Button variant="primary" disabled={ids.length === 0} onClick={() => keep(ids)}>
            Guardar
          </Button>
        </>
      }
    >
      <p role="status">{`Elegiste ${counted(ids.length, 'botón', 'botones')} de ${mostActs}. Quedan en el orden en que los elegís.`}</p>
      {actsFor(role).map(({ id, label }) => {
        const isChosen = ids.includes(id);
        return (
          <CheckField
            key={id}
            label={label}
            checked={isChosen}
            disabled={isFull && !isChosen}
            onChange={() => setIds(isChosen ? ids.filter((one) => one !== id) : [...ids, id])}
          />
        );
      })}
    </Sheet>
  );
};
