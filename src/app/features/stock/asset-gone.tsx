import { ButtonTo } from '#platform';
import { EmptyState, PageHeading } from '#ui';

export const AssetGone = () => (
  <>
    <PageHeading title="Insumo no encontrado" />
    <EmptyState action={<ButtonTo to="/stock">Volver a Stock</ButtonTo>}>
      Puede que alguien lo haya eliminado.
    </EmptyState>
  </>
);
