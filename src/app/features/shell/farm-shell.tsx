import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, Ellipsis, Fence, House, List, Settings, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppBar, AppShell, BottomBar, SunToggle } from '#ui';
import { useSession } from '#platform';
import { Banners } from './banners.tsx';
import { useScreenKeys } from './screen-keys.ts';
import { SearchButton } from './search-button.tsx';
import styles from './shell.module.css';
import { SyncChip } from './sync-chip.tsx';
import { useLetterKeys, useTheme } from './theme-store.ts';

interface FarmShellProps {
  readonly children: ReactNode;
  readonly onRegister: () => void;
  readonly onPending: () => void;
  readonly onOrganizations: () => void;
  readonly onMore: () => void;
  readonly onSearch: () => void;
  /** Notices about farms the person has left. */
  readonly left?: ReactNode;
}

const morePath = '#mas';
/** All three are 'Campo' in the bar (ux.md §4.7). */
const farmPlaces = ['/lots', '/rodeos', '/campos'];

/** Frame of a farm's screens: farm name, sync chip, navigation (ux.md §4.5). */
export const FarmShell = ({
  children,
  onRegister,
  onPending,
  onOrganizations,
  onMore,
  onSearch,
  left,
}: FarmShellProps) => {
  const { pathname } = useLocation();
  const theme = useTheme();
  const { choice: hasLetterKeys } = useLetterKeys();
  useScreenKeys({ onSearch, onRegister });
  const place = (to: string, label: string, icon: ReactNode, shortLabel?: string) => ({
    to,
    label,
    icon,
    current: pathname.startsWith(to),
    ...(shortLabel && { shortLabel }),
  });
  return (
    <AppShell
      top={
        <AppBar
          end={
            <>
              <SearchButton onOpen={onSearch} />
              <SunToggle value={theme.choice} onChange={theme.choose} />
              <SyncChip onOpen={onPending} />
            </>
          }
        >
          <FarmName onOpen={onOrganizations} />
        </AppBar>
      }
      nav={
        <BottomBar
          items={[
            place('/dashboard', 'Inicio', <House size={26} />),
            place('/data', 'Movimientos', <List size={26} />, 'Mov.'),
            {
              ...place('/lots', 'Campo', <Fence size={26} />),
              current: farmPlaces.some((to) => pathname.startsWith(to)),
            },
            { to: morePath, label: 'Más', icon: <Ellipsis size={26} />, current: false },
          ]}
          extraItems={[
            place('/work-team', 'Equipo', <Users size={26} />),
            place('/configuration', 'Configuración', <Settings size={26} />),
          ]}
          actionLabel="Registrar"
          onAction={onRegister}
          {...(hasLetterKeys && { actionKey: 'N' })}
          renderLink={({ to, className, children: words, ...rest }) =>
            to === morePath ? (
              <a
                href={morePath}
                role="button"
                className={className}
                onClick={(event) => {
                  event.preventDefault();
                  onMore();
                }}
              >
                {words}
              </a>
            ) : (
              <Link to={to} className={className} {...rest}>
                {words}
              </Link>
            )
          }
        />
      }
    >
      <Banners onPending={onPending} left={left} />
      {children}
    </AppShell>
  );
};

const FarmName = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { state } = useSession();
  const name = state.organizations.find((item) => item.organization.id === state.selectedId)?.organization.name ?? '';
  return (
    <button
      type="button"
      className={styles.farm}
      onClick={onOpen}
      aria-label={`${name}: cambiar de establecimiento`}
      title={name}
    >
      <span>{name}</span>
      <ChevronDown size={22} />
    </button>
  );
};
