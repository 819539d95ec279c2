import { ClipboardList, PackageMinus, PackagePlus, Pencil } from 'lucide-react';
import type { Asset } from '#domain';
import { stockStates } from '#domain/supplies/stock.ts';
import { Photos } from '#farm/attachments/photos.tsx';
import { useLive, useMay, useToday } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import type { ThingView } from '#sync/farm.ts';
import { ActionGrid, ActionTile, Badge, Button, Cluster, PageHeading, Skeleton, StateBadge } from '#ui';
import { AssetGone } from './asset-gone.tsx';
import { AssetFacts, Batches } from './asset-facts.tsx';
import { Figures, Troubles } from './asset-figures.tsx';
import { DeleteAsset } from './delete-asset.tsx';
import { KardexCard } from './kardex.tsx';
import { StockActs, type StockAct } from './stock-acts.tsx';
import { kindWord, stateOfAsset, toneOf } from './words.ts';

interface AssetScreenProps {
  readonly id: string;
  readonly act: StockAct | null;
  readonly onAct: (act: StockAct) => void;
  readonly onActEnd: () => void;
  readonly onGone: () => void;
}

/** One supply: its stock, batches and book (domain.md §2.5). */
export const AssetScreen = ({ id, ...rest }: AssetScreenProps) => {
  const view = useLive((views) => views.thing('asset', id), [id]);
  if (view === undefined) return <Skeleton rows={5} />;
  if (view === null) return <AssetGone />;
  return <Item view={view} {...rest} />;
};

const Item = (props: Omit<AssetScreenProps, 'id'> & { readonly view: ThingView<Asset> }) => {
  const { view, act, onAct, onActEnd, onGone } = props;
  const { row } = view;
  const today = useToday();
  const stock = stateOfAsset(row, today);
  const mayEdit = useMay('edit-stock-items');
  return (
    <>
      <PageHeading title={row.name} aside={<StateBadge state={badgeOf[view.state]} />}>
        <p>{kindWord(row.kind)}</p>
        <Badge tone={toneOf[stock]}>{stockStates[stock]}</Badge>
      </PageHeading>
      <Troubles view={view} />
      <Photos digests={row.photo ? [row.photo] : []} />
      <Figures asset={row} today={today} />
      <section aria-label="Anotar">
        <ActionGrid>
          <ActionTile
            group="insumos"
            icon={<PackagePlus size={28} />}
            label="Ingreso"
            onClick={() => onAct('ingreso')}
          />
          <ActionTile
            group="insumos"
            icon={<PackageMinus size={28} />}
            label="Consumo"
            onClick={() => onAct('consumo')}
          />
          <ActionTile
            group="insumos"
            icon={<ClipboardList size={28} />}
            label="Contar"
            onClick={() => onAct('contar')}
          />
        </ActionGrid>
      </section>
      <Batches asset={row} today={today} />
      <KardexCard assetId={row.id} />
      <AssetFacts asset={row} />
      {mayEdit ? (
        <Cluster>
          <Button icon={<Pencil />} onClick={() => onAct('editar')}>
            Editar insumo
          </Button>
          <DeleteAsset asset={row} onGone={onGone} />
        </Cluster>
      ) : null}
      <StockActs act={act === 'editar' && !mayEdit ? null : act} asset={row} onEnd={onActEnd} />
    </>
  );
};
