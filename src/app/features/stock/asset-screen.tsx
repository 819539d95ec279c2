import { ClipboardList, PackageMinus, PackagePlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { addDays } from '../../../domain/dates.ts';
import { formatMoney, formatNumber } from '../../../domain/numbers.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { Asset } from '../../../domain/supplies/asset.ts';
import { stockStates } from '../../../domain/supplies/stock.ts';
import { unitWord } from '../../../domain/supplies/units.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { ButtonTo } from '../../frame/links.tsx';
import { badgeOf } from '../../frame/movement-row.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import type { KardexLine, ThingView } from '../../sync/farm.ts';
import { ActionGrid, ActionTile } from '../../ui/action-tile.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stat, StatGrid } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { AssetFacts, Batches } from './asset-facts.tsx';
import { DeleteAsset } from './delete-asset.tsx';
import { Kardex } from './kardex.tsx';
import { StockActs, type StockAct } from './stock-acts.tsx';
import { kindWord, missingWords, stateOfAsset, textAt, toneOf } from './words.ts';

interface AssetScreenProps {
  readonly id: string;
  readonly act: StockAct | null;
  readonly onAct: (act: StockAct) => void;
  readonly onActEnd: () => void;
  readonly onGone: () => void;
}

/** One item of the store room: what there is, in which batches, and its book (domain.md §2.5). */
export const AssetScreen = ({ id, ...rest }: AssetScreenProps) => {
  const view = useLive((views) => views.thing('asset', id), [id]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) {
    return (
      <>
        <PageHeading title="Insumo no encontrado" />
        <EmptyState action={<ButtonTo to="/stock">Volver a Stock</ButtonTo>}>
          Puede que alguien lo haya eliminado.
        </EmptyState>
      </>
    );
  }
  return <Item view={view} {...rest} />;
};

const linesAtFirst = 30;

const Item = (props: Omit<AssetScreenProps, 'id'> & { readonly view: ThingView<Asset> }) => {
  const { view, act, onAct, onActEnd, onGone } = props;
  const { row } = view;
  const today = useToday();
  const { state } = useSession();
  const [limit, setLimit] = useState(linesAtFirst);
  const book = useLive((views) => views.kardex(row.id, limit), [row.id, limit]);
  const stock = stateOfAsset(row, today);
  const mayEdit = roleMay(state.role ?? 'user', 'edit-stock-items');
  return (
    <>
      <PageHeading title={row.name} aside={<StateBadge state={badgeOf[view.state]} />}>
        <p>{kindWord(row.kind)}</p>
        <Badge tone={toneOf[stock]}>{stockStates[stock]}</Badge>
      </PageHeading>
      <Troubles view={view} />
      <Figures asset={row} lines={book?.lines ?? []} today={today} />
      <section aria-label="Anotar">
        <ActionGrid>
          <ActionTile
            group="insumos"
            icon={<PackagePlus size={28} aria-hidden />}
            label="Ingreso"
            onClick={() => onAct('ingreso')}
          />
          <ActionTile
            group="insumos"
            icon={<PackageMinus size={28} aria-hidden />}
            label="Consumo"
            onClick={() => onAct('consumo')}
          />
          <ActionTile
            group="insumos"
            icon={<ClipboardList size={28} aria-hidden />}
            label="Contar"
            onClick={() => onAct('contar')}
          />
        </ActionGrid>
      </section>
      <Batches asset={row} today={today} />
      <Card title="Kardex">
        {book ? (
          <Kardex lines={book.lines} more={book.more} onMore={() => setLimit(limit + linesAtFirst * 2)} />
        ) : (
          <Skeleton rows={3} />
        )}
      </Card>
      <AssetFacts asset={row} />
      {mayEdit ? (
        <Cluster>
          <Button icon={<Pencil size={24} aria-hidden />} onClick={() => onAct('editar')}>
            Editar insumo
          </Button>
          <DeleteAsset asset={row} onGone={onGone} />
        </Cluster>
      ) : null}
      <StockActs act={act} asset={row} onEnd={onActEnd} />
    </>
  );
};

/** What asks for a person: a refused save, more used than came in, a save that can still be taken back. */
const Troubles = ({ view }: { readonly view: ThingView<Asset> }) => {
  const farm = useFarm();
  const { row, problem, pendingOp, canUndo } = view;
  return (
    <>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {row.missing > 0 ? (
        <Notice tone="warn" title={missingWords(row.missing, row.unit)}>
          Se usó más de lo que figura. Cargá el ingreso que falta o contá lo que hay.
        </Notice>
      ) : null}
      {canUndo && pendingOp ? (
        <Notice
          action={
            <Button compact onClick={() => void farm.acts.undo(pendingOp)}>
              Deshacer
            </Button>
          }
        >
          Los cambios de este insumo todavía no se enviaron.
        </Notice>
      ) : null}
    </>
  );
};

const usageDays = 14;

/** How long it lasts at the pace of the last fourteen days (domain.md §4.9); null where nothing was used. */
function daysLeft(asset: Asset, lines: readonly KardexLine[], today: string): number | null {
  const since = addDays(today, -usageDays);
  const used = lines
    .filter((line) => line.kind === 'consumo' && line.date > since && line.delta < 0)
    .reduce((sum, line) => sum - line.delta, 0);
  return used > 0 ? Math.floor(asset.quantity / (used / usageDays)) : null;
}

interface FiguresProps {
  readonly asset: Asset;
  readonly lines: readonly KardexLine[];
  readonly today: string;
}

const Figures = ({ asset, lines, today }: FiguresProps) => {
  const days = daysLeft(asset, lines, today);
  const cost = textAt(asset, 'unit_cost');
  return (
    <StatGrid>
      <Stat
        label="Existencia"
        value={formatNumber(asset.quantity, 3)}
        detail={`${unitWord(asset.unit)}${asset.minimum === null ? '' : ` · mínimo ${formatNumber(asset.minimum, 3)}`}`}
      />
      {days === null ? null : (
        <Stat label="Alcanza para" value={`${formatNumber(days, 0)} días`} detail="al ritmo de los últimos 14 días" />
      )}
      {cost ? <Stat label="Último precio" value={formatMoney(cost)} detail={`por ${asset.unit}`} /> : null}
    </StatGrid>
  );
};
