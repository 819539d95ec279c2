import { ButtonTo } from '../../platform/links.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** The address of an item that is not here. */
export const AssetGone = () => (
  <>
    <PageHeading title="Insumo no encontrado" />
    <EmptyState action={<ButtonTo to="/stock">Volver a Stock</ButtonTo>}>
      Puede que alguien lo haya eliminado.
    </EmptyState>
  </>
);
