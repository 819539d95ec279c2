import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './app-shell.module.css';

interface NavItem {
  readonly to: string;
  readonly label: string;
  /** For narrow phones; must begin like the label. */
  readonly shortLabel?: string;
  readonly icon: ReactNode;
  readonly current: boolean;
}

/** Props of a link that the router's owner renders. */
export interface NavLinkParts {
  readonly to: string;
  readonly className: string | undefined;
  readonly 'aria-current': 'page' | undefined;
  readonly children: ReactNode;
}
export type RenderLink = (link: NavLinkParts) => ReactNode;

export interface BottomBarProps {
  /** Four, two on each side of the button. */
  readonly items: readonly NavItem[];
  /** Only in the desk's wide rail. */
  readonly extraItems?: readonly NavItem[];
  readonly renderLink: RenderLink;
  readonly actionLabel: string;
  readonly onAction: () => void;
  /** Keyboard shortcut, shown if there is room. */
  readonly actionKey?: string;
}

const NavList = ({ items, renderLink }: Pick<BottomBarProps, 'items' | 'renderLink'>) => (
  <ul className={styles.navList}>
    {items.map((item) => (
      <li key={item.to}>
        {renderLink({
          to: item.to,
          className: styles.navLink,
          'aria-current': item.current ? 'page' : undefined,
          children: (
            <>
              <span className={styles.navIcon} aria-hidden>
                {item.icon}
              </span>
              <span className={item.shortLabel ? styles.navFull : undefined}>{item.label}</span>
              {item.shortLabel ? (
                <span className={styles.navShort} aria-hidden>
                  {item.shortLabel}
                </span>
              ) : null}
            </>
          ),
        })}
      </li>
    ))}
  </ul>
);

/** The main places: a bar under the thumb, a rail from 600 px, with words from 1024 px. */
export const BottomBar = (props: BottomBarProps) => {
  const { items, extraItems = [], renderLink, actionLabel, onAction, actionKey } = props;
  const half = Math.ceil(items.length / 2);
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.action}
        aria-label={actionLabel}
        aria-keyshortcuts={actionKey}
        onClick={onAction}
      >
        <Plus size={36} strokeWidth={3} />
        <span className={styles.actionWord}>{actionLabel}</span>
        {actionKey ? (
          <kbd className={styles.actionKey} aria-hidden>
            {actionKey}
          </kbd>
        ) : null}
      </button>
      <nav className={styles.nav} aria-label="Principal">
        <NavList items={items.slice(0, half)} renderLink={renderLink} />
        <NavList items={items.slice(half)} renderLink={renderLink} />
        {extraItems.length > 0 ? (
          <div className={styles.extra}>
            <NavList items={extraItems} renderLink={renderLink} />
          </div>
        ) : null}
      </nav>
    </div>
  );
};
