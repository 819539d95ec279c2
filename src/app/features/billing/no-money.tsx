import { ButtonTo } from '#platform';
import { EmptyState, PageHeading } from '#ui';

/** For who sees no money (domain.md §2.18): the server sent none. */
export const NoMoney = ({ title }: { readonly title: string }) => (
  <>
    <PageHeading title={title} />
    <EmptyState action={<ButtonTo to="/dashboard">Volver a Inicio</ButtonTo>}>
      Las facturas las ven el dueño y los administradores.
    </EmptyState>
  </>
);
