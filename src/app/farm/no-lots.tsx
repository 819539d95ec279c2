import { useMay } from '#platform';
import { EmptyState } from '#ui';

/** What an act that needs a lot says where none can be chosen, and who makes one. */
export const NoLots = ({ children }: { readonly children: string }) => (
  <EmptyState>
    {`${children} ${useMay('edit-places') ? 'Creá tus lotes en Campo.' : 'Los crea el dueño o un administrador.'}`}
  </EmptyState>
);
