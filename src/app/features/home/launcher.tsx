import { Pin } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ActionGrid, ActionTile, Button, MovementIcon } from '#ui';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useSession } from '#platform';
import { type Opening, shownActs } from './acts.ts';
import { useChosenActs } from './chosen-acts.ts';
import styles from './home.module.css';

const ChooseActs = lazyPart(async () => (await import('./choose-acts.tsx')).ChooseActs);

export const Launcher = ({ onOpen }: { readonly onOpen: (opening: Opening) => void }) => {
  const { state } = useSession();
  const role = state.role ?? 'user';
  const chosen = useChosenActs();
  const [isChoosing, setIsChoosing] = useState(false);
  const acts = shownActs(role, chosen);
  return (
    <section aria-label="Registrar" className={styles.tiles}>
      <ActionGrid>
        {acts.map((act) => (
          <ActionTile
            key={act.id}
            large
            group={act.group}
            label={act.label}
            icon={<MovementIcon name={act.icon} size={32} />}
            onClick={() => onOpen(act.opens)}
          />
        ))}
        <Button className={styles.choose} icon={<Pin />} onClick={() => setIsChoosing(true)}>
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
