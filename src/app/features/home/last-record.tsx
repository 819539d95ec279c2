import { isDeleted } from '../../../domain/movements/movement.ts';
import { mayChange } from '../../../domain/movements/permissions.ts';
import { isRecord } from '../../../domain/movements/registry.ts';
import { useFarm, useLive } from '../../platform/farm-context.tsx';
import { useOnce } from '../../forms/use-once.ts';
import { ButtonTo } from '../../platform/links.tsx';
import { movementParts } from '../../farm/movement-row.tsx';
import { useSession } from '../../platform/session-context.tsx';
import { takeBack } from '../../farm/take-back.ts';
import { useToday } from '../../platform/today.ts';
import { useMinute } from '../../farm/waiting-age.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/row.tsx';
import styles from './home.module.css';

/**
 * What was recorded last on this device, in its own words, until the next one (ux.md §1.2): who has ridden on sees what he saved, and takes it
 * back as long as it is his to delete.
 */
export const LastRecord = () => {
  const farm = useFarm();
  const { state } = useSession();
  const today = useToday();
  const now = useMinute();
  const undo = useOnce((id: string) => takeBack(farm, [id]));
  const view = useLive(async (views) => {
    const { lastId } = await views.habits();
    return lastId === undefined ? null : await views.movement(lastId);
  });
  if (!view || isDeleted(view.movement)) return null;
  const { movement } = view;
  // A count is decided by the office: it is looked at here, and said anew by another count.
  const isOwn = isRecord(movement);
  return (
    <section className={styles.last} aria-label="Lo último que registraste">
      <Row {...movementParts(view, today, false)} />
      <div className={styles.lastActs}>
        {isOwn && mayChange(state.role ?? 'user', state.user?.id ?? '', movement, now) ? (
          <Button compact busy={undo.busy} onClick={() => void undo.run(movement.id)}>
            Deshacer
          </Button>
        ) : null}
        <ButtonTo to="/data/$id" params={{ id: movement.id }} compact>
          Ver
        </ButtonTo>
      </div>
    </section>
  );
};
