import { Fence, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { formatHectares, formatNumber } from '../../../domain/numbers.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import { compareNames, searchable } from '../../../domain/text.ts';
import type { LotView } from '../../sync/farm.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CampoTabs } from '../../frame/campo-tabs.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import { ButtonTo, RowTo } from '../../frame/links.tsx';
import { badgeOf } from '../../frame/movement-row.tsx';
import { useSession } from '../../frame/session-context.tsx';
import styles from './lots.module.css';

/** From so many lots on, looking for one by eye takes longer than typing its name. */
const searchFrom = 8;

/** The lots of the farm, or of one campo, in their order, with what stands on each (ux.md §4.8). */
export const LotsScreen = ({ campoId }: { readonly campoId: string | null }) => {
  const { state } = useSession();
  const [sought, setSought] = useState('');
  const all = useLive((views) => views.lots());
  const lots = all?.filter((view) => campoId === null || view.lot.campo_id === campoId);
  const mayCreate = roleMay(state.role ?? 'user', 'edit-places');
  const newLot = mayCreate ? (
    <ButtonTo to="/lots/create" icon={<Plus size={24} aria-hidden />}>
      Nuevo lote
    </ButtonTo>
  ) : null;
  const shown = lots
    ?.filter((view) => searchable(view.lot.name).includes(searchable(sought)))
    .toSorted((a, b) => a.lot.order - b.lot.order || compareNames(a.lot.name, b.lot.name));
  return (
    <>
      <CampoTabs />
      <PageHeading title="Lotes" aside={newLot}>
        {lots && lots.length > 0 ? <p>{totals(lots)}</p> : null}
      </PageHeading>
      {lots && lots.length >= searchFrom ? (
        <TextField label="Buscar lote" type="search" value={sought} onChange={setSought} />
      ) : null}
      {!shown ? <Skeleton rows={5} /> : null}
      {lots?.length === 0 ? (
        <EmptyState icon={<Fence size={40} />} action={newLot}>
          {mayCreate
            ? 'Creá tus lotes para ubicar la hacienda.'
            : 'Todavía no hay lotes. Los crea el dueño o un administrador.'}
        </EmptyState>
      ) : null}
      {shown?.length === 0 && sought ? (
        <EmptyState icon={<Search size={40} />}>No encontramos «{sought}». Probá con otra parte del nombre.</EmptyState>
      ) : null}
      <ul className={styles.list} aria-label="Lotes">
        {shown?.map((view) => (
          <li key={view.lot.id} className={styles.item}>
            <LotRow view={view} />
          </li>
        ))}
      </ul>
    </>
  );
};

const totals = (lots: readonly LotView[]): string => {
  const hectares = lots.reduce((sum, view) => sum + view.lot.hectares, 0);
  const heads = lots.reduce((sum, view) => sum + view.heads, 0);
  return `${lots.length} lotes · ${formatHectares(hectares)} · ${formatNumber(heads, 0)} cab.`;
};

const LotRow = ({ view }: { readonly view: LotView }) => {
  const { lot, heads, state } = view;
  const load = lot.hectares > 0 ? `${formatNumber(heads / lot.hectares)} cab/ha` : '';
  const isNew = lot.isOptimistic === true && state !== 'con_error';
  return (
    <>
      <RowTo
        to="/lots/$id"
        params={{ id: lot.id }}
        icon={<Fence size={26} aria-hidden />}
        title={lot.name}
        subtitle={[formatHectares(lot.hectares), load, isNew ? 'Lote nuevo (sin enviar)' : null]
          .filter(Boolean)
          .join(' · ')}
        right={
          <>
            <strong>{formatNumber(heads, 0)} cab.</strong>
            {state === 'enviado' ? null : <StateBadge state={badgeOf[state]} />}
          </>
        }
      />
      {view.problem ? <Notice tone="danger">{view.problem}</Notice> : null}
    </>
  );
};
