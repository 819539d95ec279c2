import type { Asset } from '#domain';

import { CountAllSheet, CountSheet } from './count-sheet.tsx';
import { EditAssetSheet } from './item-fields.tsx';
import { BatchSheet, IntakeSheet } from './intake-sheet.tsx';
import { UseSheet } from './use-sheet.tsx';

/** Forms of the store room, as in the address. */
const stockActs = ['ingreso', 'consumo', 'multiple', 'contar', 'editar'] as const;
export type StockAct = (typeof stockActs)[number];

/** The form that an address names, if any. */
export const stockActIn = (sheet: string | null): StockAct | null => stockActs.find((act) => act === sheet) ?? null;

interface StockActsProps {
  readonly act: StockAct | null;
  readonly asset: Asset | null;
  readonly onEnd: () => void;
}

/** The open form of the store room. */
export const StockActs = ({ act, asset, onEnd }: StockActsProps) => {
  if (act === 'ingreso') return <IntakeSheet asset={asset} onClose={onEnd} />;
  if (act === 'consumo') return <UseSheet asset={asset} onClose={onEnd} />;
  if (act === 'multiple') return <BatchSheet onClose={onEnd} />;
  if (act === 'contar') return asset ? <CountSheet asset={asset} onClose={onEnd} /> : <CountAllSheet onClose={onEnd} />;
  if (act === 'editar' && asset) return <EditAssetSheet asset={asset} onClose={onEnd} />;
  return null;
};
