import { Boxes, ClipboardList, PackageMinus, PackagePlus, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { type Asset, compareNames, counted, joined, searchable, withCount } from '#domain';
import { ButtonTo, RowTo, useAssets, useFarm, useMay, useToday } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import {
  ActionGrid,
  ActionTile,
  Badge,
  Button,
  ChipGroup,
  EmptyState,
  IconTile,
  MovementIcon,
  Notice,
  PageHeading,
  Skeleton,
  TextField,
} from '#ui';
import { type StockAct, StockActs } from './stock-acts.tsx';
import styles from './stock.module.css';
import { iconOf, kindWord, missingWords, stateOfAsset, textAt, toneOf } from './words.ts';
import { stockStates } from '#domain/supplies/stock.ts';
import { sendBadge } from '#farm/movement-row.tsx';
import { quantityWords } from '#farm/supply-picker.tsx';

interface StockScreenProps {
  readonly act: StockAct | null;
  readonly onAct: (act: StockAct) => void;
  readonly onActEnd: () => void;
}

const doings = [
  { act: 'ingreso', label: 'Ingreso', icon: <PackagePlus size={28} /> },
  { act: 'consumo', label: 'Consumo', icon: <PackageMinus size={28} /> },
  { act: 'multiple', label: 'Ingreso múltiple', icon: <Boxes size={28} /> },
  { act: 'contar', label: 'Contar depósito', icon: <ClipboardList size={28} /> },
] as const;

/** With so many items, typing a name is quicker. */
const searchFrom = 8;

const all = 'todos';
const noticed = 'aviso';

const isFound = ({ row }: ThingView<Asset>, sought: string): boolean =>
  searchable(`${row.name} ${textAt(row, 'active_ingredient')} ${kindWord(row.kind)}`).includes(
    searchable(sought.trim()),
  );

/** The store room (domain.md §2.5): what needs attention stands out, the rest is found by name or kind. */
export const StockScreen = ({ act, onAct, onActEnd }: StockScreenProps) => {
  const today = useToday();
  const farm = useFarm();
  const items = useAssets();
  const [sought, setSought] = useState('');
  const [chip, setChip] = useState(all);
  const mayEdit = useMay('edit-stock-items');
  const asksForAct = (view: ThingView<Asset>): boolean => stateOfAsset(view.row, today) !== 'normal';
  const shown = items
    ?.filter((view) => chip === all || (chip === noticed ? asksForAct(view) : view.row.kind === chip))
    .filter((view) => isFound(view, sought))
    .toSorted((a, b) => compareNames(a.row.name, b.row.name));
  const newItem = mayEdit ? (
    <ButtonTo to="/create-stock" icon={<Plus />}>
      Nuevo insumo
    </ButtonTo>
  ) : null;
  return (
    <>
      <PageHeading title="Stock" aside={newItem}>
        {items && items.length > 0 ? <p>{counted(items.length, 'insumo')}</p> : null}
      </PageHeading>
      <section aria-label="Anotar">
        <ActionGrid>
          {doings
            .filter(({ act: one }) => one !== 'contar' || (items?.length ?? 0) > 0)
            .map(({ act: one, label, icon }) => (
              <ActionTile key={one} group="insumos" icon={icon} label={label} onClick={() => onAct(one)} />
            ))}
        </ActionGrid>
      </section>
      {items && items.length >= searchFrom ? (
        <TextField label="Buscar insumo" type="search" value={sought} onChange={setSought} />
      ) : null}
      {items && items.length > 1 ? (
        <Filter items={items} noticedCount={items.filter(asksForAct).length} value={chip} onChange={setChip} />
      ) : null}
      {!shown ? <Skeleton rows={5} /> : null}
      {items?.length === 0 ? (
        <EmptyState icon={<Boxes size={40} />} action={newItem}>
          {mayEdit
            ? 'Cargá tus insumos para saber qué hay y qué se usa, aunque no tengas señal.'
            : 'Todavía no hay insumos. Con Ingreso queda anotado lo que llega.'}
        </EmptyState>
      ) : null}
      {shown?.length === 0 && items && items.length > 0 ? (
        <EmptyState icon={<Search size={40} />}>
          {sought ? `No encontramos «${sought}». Probá con otra parte del nombre.` : 'No hay insumos así.'}
        </EmptyState>
      ) : null}
      <ul className={styles.list} aria-label="Insumos">
        {shown?.map((view) => (
          <li key={view.row.id} className={styles.item}>
            <AssetRow view={view} today={today} onUndo={(opId) => void farm.acts.undo(opId)} />
          </li>
        ))}
      </ul>
      <StockActs act={act} asset={null} onEnd={onActEnd} />
    </>
  );
};

interface FilterProps {
  readonly items: readonly ThingView<Asset>[];
  readonly noticedCount: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Filter = ({ items, noticedCount, value, onChange }: FilterProps) => {
  const kinds = [...new Set(items.map((view) => view.row.kind))].toSorted((a, b) =>
    compareNames(kindWord(a), kindWord(b)),
  );
  const isOn = value === noticed && noticedCount === 0 ? all : value;
  if (kinds.length < 2 && noticedCount === 0) return null;
  return (
    <ChipGroup
      label="Qué mostrar"
      labelHidden
      strip
      value={isOn}
      onChange={onChange}
      options={[
        { value: all, label: 'Todos' },
        ...(noticedCount > 0 ? [{ value: noticed, label: withCount('Con aviso', noticedCount) }] : []),
        ...kinds.map((kind) => ({ value: kind, label: kindWord(kind) })),
      ]}
    />
  );
};

interface AssetRowProps {
  readonly view: ThingView<Asset>;
  readonly today: string;
  readonly onUndo: (opId: string) => void;
}

const AssetRow = ({ view, today, onUndo }: AssetRowProps) => {
  const { row, state, pendingOp, canUndo, problem } = view;
  const stock = stateOfAsset(row, today);
  return (
    <>
      <RowTo
        to="/stock/$id"
        params={{ id: row.id }}
        icon={
          <IconTile group="insumos">
            <MovementIcon name={iconOf(row.kind)} />
          </IconTile>
        }
        title={row.name}
        subtitle={joined(kindWord(row.kind), row.missing > 0 ? missingWords(row.missing, row.unit) : null)}
        right={
          <>
            <strong>{quantityWords(row.quantity, row.unit)}</strong>
            {stock === 'normal' ? null : <Badge tone={toneOf[stock]}>{stockStates[stock]}</Badge>}
            {sendBadge(state)}
          </>
        }
      />
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {canUndo && pendingOp ? (
        <div className={styles.undo}>
          <Button compact onClick={() => onUndo(pendingOp)}>
            Deshacer
          </Button>
        </div>
      ) : null}
    </>
  );
};
