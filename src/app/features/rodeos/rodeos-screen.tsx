import { Plus } from 'lucide-react';
import { formatNumber } from '../../../domain/numbers.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import { counted } from '../../../domain/text.ts';
import { CampoTabs } from '../../frame/campo-tabs.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import { RefusedThing } from '../../frame/refused-thing.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RodeoLine } from './rodeo-line.tsx';
import { readRodeos, type RodeoRow } from './rodeo-rows.ts';
import { RodeoSheet } from './rodeo-sheet.tsx';
import styles from './rodeos.module.css';

const newSheet = 'nuevo';

interface RodeosScreenProps {
  /** The sheet over the screen: `nuevo`, or the id of the rodeo to correct. */
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
}

/** The rodeos of the farm: how many, where, how heavy, and which may not be sold yet (ux.md §4.8). */
export const RodeosScreen = ({ sheet, onSheet, onSheetEnd }: RodeosScreenProps) => {
  const { state } = useSession();
  const today = useToday();
  const rows = useLive((views) => readRodeos(views, today), [today]);
  const mayEdit = roleMay(state.role ?? 'user', 'edit-places');
  const newRodeo = mayEdit ? (
    <Button icon={<Plus size={24} aria-hidden />} onClick={() => onSheet(newSheet)}>
      Nuevo rodeo
    </Button>
  ) : null;
  return (
    <>
      <CampoTabs />
      <PageHeading title="Rodeos" aside={rows?.length === 0 ? null : newRodeo}>
        {rows && rows.length > 0 ? <p>{totals(rows)}</p> : null}
      </PageHeading>
      {rows ? null : <Skeleton rows={5} />}
      {rows?.length === 0 ? (
        <EmptyState icon={<MovementIcon name="herd" size={40} />} action={newRodeo}>
          {mayEdit
            ? 'Creá tus rodeos para llevar la hacienda por grupo: cría, recría, invernada.'
            : 'Todavía no hay rodeos. Los crea el dueño o un administrador.'}
        </EmptyState>
      ) : null}
      {rows && rows.length > 0 ? (
        <ul className={styles.list} aria-label="Rodeos">
          {rows.map((row) => (
            <li key={row.view.row.id} className={styles.item}>
              <RodeoLine row={row} />
              {mayEdit ? <RefusedThing view={row.view} onCorrect={() => onSheet(row.view.row.id)} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {sheet !== null && mayEdit ? (
        <RodeoSheet key={sheet} id={sheet === newSheet ? null : sheet} onSaved={onSheetEnd} onClose={onSheetEnd} />
      ) : null}
    </>
  );
};

const totals = (rows: readonly RodeoRow[]): string => {
  const heads = rows.reduce((sum, row) => sum + row.heads, 0);
  const ev = rows.reduce((sum, row) => sum + row.ev, 0);
  return [counted(rows.length, 'rodeo'), `${formatNumber(heads, 0)} cab.`, `${formatNumber(ev, 1)} EV`].join(' · ');
};
