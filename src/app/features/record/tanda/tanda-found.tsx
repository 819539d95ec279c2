import { useState } from 'react';
import { formatNumber } from '#domain';
import { useToday } from '#platform';
import { Button, ConfirmDialog, Notice } from '#ui';
import { TandaFigures } from './tanda-list.tsx';
import type { PadProps } from './use-tanda.ts';
import { placeWords } from './words.ts';

/** Shows a recovered tanda before adding to it. */
export const TandaFound = ({ kind, things, state }: PadProps) => {
  const today = useToday();
  return (
    <>
      <Notice title="Recuperamos lo que estabas cargando">{placeWords(kind, state.tanda, things, today)}</Notice>
      <TandaFigures kind={kind} tanda={state.tanda} things={things} />
    </>
  );
};

interface FoundFooterProps {
  readonly state: PadProps['state'];
  readonly onGoOn: () => void;
}

export const FoundFooter = ({ state, onGoOn }: FoundFooterProps) => {
  const [isAsking, setAsking] = useState(false);
  const { length } = state.tanda.touches;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Empezar de nuevo</Button>
      <Button variant="primary" onClick={onGoOn}>
        Seguir
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title="¿Empezar de nuevo?"
        confirmLabel="Borrar y empezar"
        onConfirm={() => {
          state.startOver();
          onGoOn();
        }}
        onClose={() => setAsking(false)}
      >
        {`Se ${length === 1 ? 'borra el animal anotado' : `borran los ${formatNumber(length)} animales anotados`}, que todavía no guardaste.`}
      </ConfirmDialog>
    </>
  );
};
