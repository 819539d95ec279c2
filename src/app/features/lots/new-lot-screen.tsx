import { ButtonTo, useMay } from '#platform';
import { EmptyState, PageHeading } from '#ui';
import { CreateLotScreen } from './create-lot-screen.tsx';

/** Guards the form of a new lot: anybody may know its address (domain.md §2.18). */
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
