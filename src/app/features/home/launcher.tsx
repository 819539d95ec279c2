import { Suspense, useEffect, useRef, useState } from 'react';
import { Pin } from 'lucide-react';
import { ActionGrid, ActionTile, Button, MovementIcon } from '#ui';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useRole } from '#platform';
import { type Opening, shownActs, useChosenActs } from './acts.ts';
import styles from './home.module.css';
import { keepSeenTiles } from './seen-tiles.ts';

const ChooseActs = lazyPart(async () => (await import('./choose-acts.tsx')).ChooseActs);

interface LauncherProps {
  readonly onOpen: (opening: Opening) => void;
}

/** Inicio's buttons. The next start draws them before the app has come (decision 62). */
export const Launcher = ({ onOpen }: LauncherProps) => {
  const role = useRole();
  const chosen = useChosenActs();
  const [isChoosing, setIsChoosing] = useState(false);
  const acts = shownActs(role, chosen);
  const section = useSeenTiles(acts.map(({ id }) => id).join(' '));
  return (
    <section ref={section} aria-label="Registrar" className={styles.tiles}>
      <ActionGrid first>
        {acts.map((act) => (
          <ActionTile
            key={act.id}
            data-act={act.id}
            large
            group={act.group}
            label={act.label}
            icon={<MovementIcon name={act.icon} size={32} />}
            onClick={() => onOpen(act.opens)}
          />
        ))}
        <Button data-act="choose" icon={<Pin />} onClick={() => setIsChoosing(true)}>
          Elegir botones
        </Button>
      </ActionGrid>
      {isChoosing ? (
        <Suspense fallback={null}>
          <ChooseActs role={role} shown={acts.map(({ id }) => id)} onClose={() => setIsChoosing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
};

/** Keeps where the buttons stand, whenever what is above them grows or shrinks. `ids`: by space. */
function useSeenTiles(ids: string) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const home = section.current?.parentElement;
    const heading = home?.querySelector('h1')?.closest('div')?.parentElement;
    if (!heading || !home) return undefined;
    const keep = (): void => {
      const [above, own] = [heading, section.current].map((part) => part?.getBoundingClientRect());
      if (above && own)
        keepSeenTiles(localStorage, { width: innerWidth, between: own.top - above.bottom, ids: ids.split(' ') });
    };
    const observer = new ResizeObserver(keep);
    observer.observe(home);
    return () => observer.disconnect();
  }, [ids]);
  return section;
}
