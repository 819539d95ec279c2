import { Link, useLocation } from '@tanstack/react-router';
import { SegmentedLinks } from '#ui';

const places = [
  { to: '/lots', label: 'Lotes' },
  { to: '/rodeos', label: 'Rodeos' },
  { to: '/campos', label: 'Campos' },
] as const;

/** The three lists under 'Campo' (ux.md §4.7), each with its address. */
export const CampoTabs = () => {
  const { pathname } = useLocation();
  return (
    <SegmentedLinks
      label="Campo"
      items={places.map((place) => ({ ...place, current: pathname.startsWith(place.to) }))}
      renderLink={({ to, className, children, ...rest }) => (
        <Link to={to} replace className={className} {...rest}>
          {children}
        </Link>
      )}
    />
  );
};
