import { ButtonTo, useMay } from '#platform';
import { EmptyState, PageHeading } from '#ui';
import { CreateLotScreen } from './create-lot-screen.tsx';

/** The form of a new lot, for who makes lots (domain.md §2.18): its address may be known to anybody. */
export const NewLotScreen = ({ onDone }: { readonly onDone: (id: string) => void }) =>
  useMay('edit-places') ? (
    <CreateLotScreen onDone={onDone} />
  ) : (
    <>
      <PageHeading title="Nuevo lote" />
      <EmptyState action={<ButtonTo to="/lots">Volver a Lotes</ButtonTo>}>
        Los lotes los crea el dueño o un administrador.
      </EmptyState>
    </>
  );
