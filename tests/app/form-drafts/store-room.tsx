import { CountAllSheet, CountSheet } from '../../../src/app/features/stock/stock-acts.tsx';
import { CreateStockScreen } from '../../../src/app/features/stock/create-stock-screen.tsx';
import { EditAssetSheet } from '../../../src/app/features/stock/item-fields.tsx';
import { BatchSheet, IntakeSheet } from '../../../src/app/features/stock/intake-sheet.tsx';
import { UseSheet } from '../../../src/app/features/stock/use-sheet.tsx';
import { salt } from './rows.ts';
import type { FormOfTheApp } from './table.tsx';

const nothing = (): void => undefined;

/** What a supply is asked for. */
export const storeRoom: readonly FormOfTheApp[] = [
  {
    file: 'stock/create-stock-screen.tsx',
    screen: () => <CreateStockScreen onDone={nothing} />,
    opens: ['Más datos'],
    saves: [/^Guardar/],
  },
  {
    file: 'stock/item-fields.tsx',
    screen: () => <EditAssetSheet asset={salt} onClose={nothing} />,
    saves: ['Guardar cambios'],
  },
  {
    file: 'stock/intake-sheet.tsx',
    screen: () => <IntakeSheet asset={salt} onClose={nothing} />,
    saves: ['Guardar ingreso'],
  },
  {
    file: 'stock/use-sheet.tsx',
    screen: () => <UseSheet asset={salt} onClose={nothing} />,
    saves: ['Guardar consumo'],
  },
  {
    file: 'stock/intake-sheet.tsx',
    name: 'stock/intake-sheet.tsx of several',
    screen: () => <BatchSheet onClose={nothing} />,
    saves: [/^Guardar/],
  },
  { file: 'stock/stock-acts.tsx', screen: () => <CountSheet asset={salt} onClose={nothing} />, saves: [/^Guardar/] },
  {
    file: 'stock/stock-acts.tsx',
    name: 'stock/count-sheet.tsx of all',
    screen: () => <CountAllSheet onClose={nothing} />,
    saves: [/^Guardar/],
  },
];
