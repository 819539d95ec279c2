import { ButtonTo } from '#platform';
import { EmptyState, PageHeading } from '#ui';

/** The address of an item that is not here. */
export const AssetGone = () => (
  <>
    <PageHeading title="Insumo no encontrado" />
    <EmptyState action={<ButtonTo to="/stock">Volver a Stock</ButtonTo>}>
      Puede que alguien lo haya eliminado.
    </EmptyState>
  </>
);
