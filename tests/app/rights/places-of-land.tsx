import { CamposScreen } from '../../../src/app/features/campos/campos-screen.tsx';
import { Categories } from '../../../src/app/features/categories/categories.tsx';
import { CycleScreen } from '../../../src/app/features/cycles/cycle-screen.tsx';
import { CyclesScreen } from '../../../src/app/features/cycles/cycles-screen.tsx';
import { NewLotScreen } from '../../../src/app/features/lots/create-lot-screen.tsx';
import { LotScreen } from '../../../src/app/features/lots/lot-screen.tsx';
import { LotsScreen } from '../../../src/app/features/lots/lots-screen.tsx';
import { RodeoScreen } from '../../../src/app/features/rodeos/rodeo-screen.tsx';
import { RodeosScreen } from '../../../src/app/features/rodeos/rodeos-screen.tsx';
import { RecountSheet } from '../../../src/app/features/recount/recount-sheet.tsx';
import { StartCard } from '../../../src/app/features/start/start-card.tsx';
import { StartScreen } from '../../../src/app/features/start/start-screen.tsx';
import { AssetScreen } from '../../../src/app/features/stock/asset-screen.tsx';
import { CreateStockScreen } from '../../../src/app/features/stock/create-stock-screen.tsx';
import type { StockAct } from '../../../src/app/features/stock/stock-acts.tsx';
import { StockScreen } from '../../../src/app/features/stock/stock-screen.tsx';
import { press } from '../form-drafts/hands.ts';
import { asked, noop, type Place, says, titled, touchable } from './place.ts';

const sheets = { onSheet: noop, onSheetEnd: noop };
const lot =
  (sheet: string | null, isEditing = false) =>
  () => (
    <LotScreen
      id="ombu"
      isEditing={isEditing}
      sheet={sheet}
      {...sheets}
      {...{ onEdit: noop, onEditEnd: noop, onRecord: noop, onChangeLot: noop, onCount: noop, onGone: noop }}
    />
  );
const rodeo = (sheet: string | null) => () => (
  <RodeoScreen id="cria" sheet={sheet} {...sheets} onRecord={noop} onChangeLot={noop} onGone={noop} />
);
const cycle = (sheet: string | null) => () => (
  <CycleScreen id="spring" sheet={sheet} {...sheets} onRecord={noop} onGone={noop} />
);
const item = (act: StockAct | null) => () => (
  <AssetScreen id="sal" act={act} onAct={noop} onActEnd={noop} onGone={noop} />
);

const lots: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/lots/lots-screen.tsx edit-places',
    what: 'a new lot',
    screen: () => <LotsScreen campoId={null} sheet={null} {...sheets} />,
    isOffered: touchable('Nuevo lote'),
  },
  {
    ask: 'features/lots/lots-screen.tsx edit-places',
    what: 'their order, by its address',
    screen: () => <LotsScreen campoId={null} sheet="ordenar" {...sheets} />,
    isOffered: touchable('Guardar orden'),
  },
  {
    ask: 'features/lots/create-lot-screen.tsx edit-places',
    what: 'the form of a new lot, by its address',
    screen: () => <NewLotScreen onDone={noop} />,
    isOffered: touchable('Guardar lote'),
  },
  {
    ask: 'features/lots/lot-screen.tsx edit-places',
    what: 'changing a lot',
    screen: lot(null),
    isOffered: touchable('Editar lote'),
  },
  {
    ask: 'features/lots/lot-screen.tsx edit-places',
    what: 'changing a lot, by its address',
    screen: lot(null, true),
    isOffered: touchable('Guardar cambios'),
  },
  {
    ask: 'features/lots/lot-screen.tsx edit-places',
    what: 'the count of a category',
    screen: lot(null),
    isOffered: touchable('Editar cantidad de Vaca'),
  },
  {
    ask: 'features/lots/lot-screen.tsx edit-places',
    what: 'the count of a category, by its address',
    screen: lot('cantidad:vaca'),
    isOffered: touchable('Guardar cantidad'),
  },
];

const land: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/campos/campos-screen.tsx edit-places',
    what: 'a new campo',
    screen: () => <CamposScreen sheet={null} {...sheets} />,
    isOffered: touchable('Nuevo campo'),
  },
  {
    ask: 'features/campos/campos-screen.tsx edit-places',
    what: 'the form of a campo, by its address',
    screen: () => <CamposScreen sheet="sur" {...sheets} />,
    isOffered: asked(/^Nombre del campo/),
  },
  {
    ask: 'features/rodeos/rodeos-screen.tsx edit-places',
    what: 'a new rodeo',
    screen: () => <RodeosScreen sheet={null} {...sheets} />,
    isOffered: touchable('Nuevo rodeo'),
  },
  {
    ask: 'features/rodeos/rodeos-screen.tsx edit-places',
    what: 'the form of a rodeo, by its address',
    screen: () => <RodeosScreen sheet="nuevo" {...sheets} />,
    isOffered: asked(/^Nombre/),
  },
  {
    ask: 'features/rodeos/rodeo-screen.tsx edit-places',
    what: 'changing a rodeo',
    screen: rodeo(null),
    isOffered: touchable('Editar rodeo'),
  },
  {
    ask: 'features/rodeos/rodeo-screen.tsx edit-places',
    what: 'changing a rodeo, by its address',
    screen: rodeo('editar'),
    isOffered: asked(/^Nombre/),
  },
  {
    ask: 'features/categories/categories.tsx edit-places',
    what: 'a new category',
    screen: () => <Categories sheet={null} {...sheets} />,
    isOffered: touchable('Nueva categoría'),
  },
  {
    ask: 'features/categories/categories.tsx edit-places',
    what: 'the form of a category, by its address',
    screen: () => <Categories sheet="vaca" {...sheets} />,
    isOffered: asked(/^Nombre/),
  },
];

/** Deleting is a right of its own; today it goes with changing, and both are asked as one. */
const deletions: readonly Place[] = [
  {
    ask: 'features/lots/lot-screen.tsx edit-places',
    what: 'deleting a lot',
    screen: lot(null),
    name: /^Eliminar( lote)?$/,
  },
  {
    ask: 'features/rodeos/rodeo-screen.tsx edit-places',
    what: 'deleting a rodeo',
    screen: rodeo(null),
    name: /^Eliminar( rodeo)?$/,
  },
  {
    ask: 'features/campos/campos-screen.tsx edit-places',
    what: 'deleting a campo',
    screen: () => <CamposScreen sheet={null} {...sheets} />,
    name: /^Eliminar/,
  },
  {
    ask: 'features/categories/categories.tsx edit-places',
    what: 'deleting a category',
    screen: () => <Categories sheet={null} {...sheets} />,
    name: /^(Eliminar|Desactivar) /,
  },
].map(({ name, ...place }) => ({ ...place, capability: 'delete-places' as const, isOffered: touchable(name) }));

const cycles: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/cycles/cycles-screen.tsx edit-cycles',
    what: 'a new cycle',
    screen: () => <CyclesScreen sheet={null} onOpen={noop} onClose={noop} onMade={noop} />,
    isOffered: touchable('Nuevo ciclo'),
  },
  {
    ask: 'features/cycles/cycles-screen.tsx edit-cycles',
    what: 'the form of a new cycle, by its address',
    screen: () => <CyclesScreen sheet="nuevo" onOpen={noop} onClose={noop} onMade={noop} />,
    isOffered: titled('Nuevo ciclo'),
  },
  {
    ask: 'features/cycles/cycle-screen.tsx edit-cycles',
    what: 'changing a cycle',
    screen: cycle(null),
    isOffered: touchable('Editar ciclo'),
  },
  {
    ask: 'features/cycles/cycle-screen.tsx edit-cycles',
    what: 'changing a cycle, by its address',
    screen: cycle('editar'),
    isOffered: titled('Editar ciclo'),
  },
  {
    ask: 'features/cycles/cycle-steps.tsx edit-cycles',
    what: 'the next step of a cycle',
    screen: cycle(null),
    isOffered: touchable(/^Pasar a/),
  },
];

const stock: readonly Omit<Place, 'capability'>[] = [
  {
    ask: 'features/stock/stock-screen.tsx edit-stock-items',
    what: 'a new item',
    screen: () => <StockScreen act={null} onAct={noop} onActEnd={noop} />,
    isOffered: touchable('Nuevo insumo'),
  },
  {
    ask: 'features/stock/create-stock-screen.tsx edit-stock-items',
    what: 'the form of a new item, by its address',
    screen: () => <CreateStockScreen onDone={noop} />,
    isOffered: touchable('Guardar insumo'),
  },
  {
    ask: 'features/stock/asset-screen.tsx edit-stock-items',
    what: 'changing an item',
    screen: item(null),
    isOffered: touchable('Editar insumo'),
  },
  {
    ask: 'features/stock/asset-screen.tsx edit-stock-items',
    what: 'changing an item, by its address',
    screen: item('editar'),
    isOffered: touchable('Guardar cambios'),
  },
];

const start = () => <StartScreen onCampo={noop} onOpening={noop} />;
const wayIn: readonly Place[] = [
  {
    ask: 'features/start/start-card.tsx edit-places',
    capability: 'edit-places',
    what: 'the way in, on Inicio',
    screen: () => <StartCard />,
    values: { lots: [], stock: [] },
    isOffered: touchable('Seguir'),
  },
  {
    ask: 'farm/no-lots.tsx edit-places',
    capability: 'edit-places',
    what: 'the way to the first lot, where there is none to count',
    screen: () => <RecountSheet lotId={null} onClose={noop} />,
    values: { lots: [], stock: [] },
    isOffered: says(/Creá tus lotes en Campo/),
  },
  {
    ask: 'features/start/start-screen.tsx edit-places',
    capability: 'edit-places',
    what: 'the way in, by its address',
    screen: start,
    isOffered: touchable(/^Lotes/),
  },
  {
    ask: 'features/start/start-screen.tsx manage-hands',
    capability: 'manage-hands',
    what: 'adding somebody, on the way in',
    screen: start,
    opens: () => press([/^Equipo/]),
    isOffered: touchable('Sumar al equipo'),
  },
];

export const placesOfLand: readonly Place[] = [
  ...[...lots, ...land].map((place) => ({ ...place, capability: 'edit-places' as const })),
  ...deletions,
  ...wayIn,
  ...cycles.map((place) => ({ ...place, capability: 'edit-cycles' as const })),
  ...stock.map((place) => ({ ...place, capability: 'edit-stock-items' as const })),
];
