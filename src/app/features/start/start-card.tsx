import { ButtonTo, useDraftOf, useLive, useMay } from '#platform';
import { NotYet, Notice } from '#ui';
import { pastedKey, progressOf, readHeld, stepsOf } from './steps.ts';

/** Inicio of a farm without animals. Nothing before that is known. */
export const StartCard = () => {
  const mayStart = useMay('edit-places');
  const held = useLive(readHeld);
  const pasted = useDraftOf(pastedKey);
  if (!mayStart) return null;
  if (!held || pasted === undefined) return <NotYet />;
  if (held.heads > 0) return null;
  return (
    <Notice
      title="Cargá lo que hay hoy en el campo"
      action={
        <ButtonTo to="/empezar" variant="primary">
          Seguir
        </ButtonTo>
      }
    >
      Con los lotes y la hacienda que ya está, la cuenta se lleva con lo que registran.{' '}
      <strong>{progressOf(stepsOf(held, '', pasted !== null)).words}</strong>
    </Notice>
  );
};
