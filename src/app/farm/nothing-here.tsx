import { ButtonTo } from '#platform';
import { EmptyState, PageHeading } from '#ui';

const ways = {
  '/dashboard': 'Inicio',
  '/data': 'Movimientos',
  '/lots': 'Lotes',
  '/rodeos': 'Rodeos',
  '/stock': 'Stock',
  '/ciclos-reproductivos': 'Ciclos',
  '/billing': 'Facturación',
} as const;

interface NothingHereProps {
  readonly title: string;
  readonly to: keyof typeof ways;
  /** Why. */
  readonly children?: string;
}

/** A screen with nothing to show, and the way back. */
export const NothingHere = ({ title, to, children = 'Puede que alguien lo haya eliminado.' }: NothingHereProps) => (
  <>
    <PageHeading title={title} />
    <EmptyState action={<ButtonTo to={to}>{`Volver a ${ways[to]}`}</ButtonTo>}>{children}</EmptyState>
  </>
);
