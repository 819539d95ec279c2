import { ClipboardList, PackageMinus, PackagePlus, Pencil, Trash2 } from 'lucide-react';
import {
  type Asset,
  counted,
  doseUnits,
  formatDay,
  formatMoney,
  formatNumber,
  medicineRoutes,
  things,
  unitWord,
} from '#domain';
import { NothingHere } from '#farm/nothing-here.tsx';
import { readDaysOfStock } from '#farm/days-of-stock.ts';
import { type DaysOfStock, fewestUses, lastsWords, meanDays } from '#domain/supplies/days-of-stock.ts';
import { DeleteThing } from '#farm/things/delete-thing.tsx';
import { stockStates } from '#domain/supplies/stock.ts';
import { Photos } from '#farm/attachments/photos.tsx';
import { useFarm, useLive, useMay, useToday } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import type { ThingView } from '#sync/farm.ts';
import {
  ActionGrid,
  ActionTile,
  Badge,
  Button,
  Card,
  Cluster,
  Notice,
  PageHeading,
  Row,
  RowList,
  Skeleton,
  Stat,
  StateBadge,
  StatGrid,
} from '#ui';
import { KardexCard } from './kardex.tsx';
import { type StockAct, StockActs } from './stock-acts.tsx';
import { batchState, kindWord, missingWords, numberAt, stateOfAsset, textAt, toneOf } from './words.ts';
import type { ReactNode } from 'react';
import { quantityWords } from '#farm/supply-picker.tsx';
import styles from './stock.module.css';

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
  if (view === null) return <NothingHere title="Insumo no encontrado" to="/stock" />;
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
          <DeleteThing
            thing={things.asset}
            id={row.id}
            name={row.name}
            label="Eliminar insumo"
            icon={<Trash2 />}
            onDeleted={onGone}
          >
            {row.quantity > 0 ? `Figuran ${quantityWords(row.quantity, row.unit)}. ` : ''}
            El insumo deja de aparecer en las listas. Sus movimientos quedan en la historia.
          </DeleteThing>
        </Cluster>
      ) : null}
      <StockActs act={act === 'editar' && !mayEdit ? null : act} asset={row} onEnd={onActEnd} />
    </>
  );
};

const wordOf = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key;

const AssetFacts = ({ asset }: { readonly asset: Asset }) => {
  const numberWith = (name: string, unit: string): string | null => {
    const value = numberAt(asset, name);
    return value === null ? null : `${formatNumber(value, 3)} ${unit}`;
  };
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Principio activo', textAt(asset, 'active_ingredient')],
    ['Laboratorio', textAt(asset, 'laboratory')],
    ['Dosis estándar', numberWith('standard_dose', wordOf(doseUnits, textAt(asset, 'standard_dose_unit')))],
    ['Vía', wordOf(medicineRoutes, textAt(asset, 'route'))],
    ['Retiro en carne', numberWith('meat_withdrawal_days', 'días')],
    ['Retiro en leche', numberWith('milk_withdrawal_days', 'días')],
    ['Kilos por unidad', numberWith('kg_per_unit', 'kg')],
    ['Depósito', textAt(asset, 'storage')],
    ['Observaciones', textAt(asset, 'notes')],
  ];
  const said = facts.filter(([, value]) => value !== null && value !== '');
  return said.length === 0 ? null : (
    <Card title="Datos">
      <dl className={styles.facts}>
        {said.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const Batches = ({ asset, today }: { readonly asset: Asset; readonly today: string }) =>
  asset.batches.length === 0 ? null : (
    <Card title="Partidas" flush>
      <RowList label="Partidas">
        {asset.batches.map((batch) => {
          const state = stateOfAsset({ ...asset, minimum: null, quantity: batch.quantity, batches: [batch] }, today);
          return (
            <li key={batch.number}>
              <Row
                title={batch.number}
                subtitle={batch.expires ? `Vence ${formatDay(batch.expires)}` : 'Sin vencimiento'}
                right={
                  <>
                    <strong>{quantityWords(batch.quantity, asset.unit)}</strong>
                    {state === 'normal' ? null : (
                      <Badge tone={toneOf[state]}>{batchState(state, batch.expires, today)}</Badge>
                    )}
                  </>
                }
              />
            </li>
          );
        })}
      </RowList>
    </Card>
  );

/** A rejected save, more used than came in, a save that can be undone. */
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

interface FiguresProps {
  readonly asset: Asset;
  readonly today: string;
}

const paceWords = ({ days, over }: DaysOfStock): string =>
  days === null ? `Hacen falta ${fewestUses} consumos en ${meanDays} días` : `al ritmo de ${counted(over, 'día')}`;

const Figures = ({ asset, today }: FiguresProps) => {
  const left = useLive((views) => readDaysOfStock(views, asset, today), [asset.id, asset.quantity, today]);
  const cost = textAt(asset, 'unit_cost');
  return (
    <StatGrid>
      <Stat
        label="Existencia"
        value={formatNumber(asset.quantity, 3)}
        detail={`${unitWord(asset.unit)}${asset.minimum === null ? '' : ` · mínimo ${formatNumber(asset.minimum, 3)}`}`}
      />
      {left ? <Stat label="Alcanza para" value={lastsWords(left.days)} detail={paceWords(left)} /> : null}
      {cost ? <Stat label="Último precio" value={formatMoney(cost)} detail={`por ${asset.unit}`} /> : null}
    </StatGrid>
  );
};
