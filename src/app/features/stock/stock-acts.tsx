import type { Asset } from '#domain';
import { BatchSheet } from './batch-sheet.tsx';
import { CountAllSheet } from './count-all-sheet.tsx';
import { CountSheet } from './count-sheet.tsx';
import { EditAssetSheet } from './edit-asset-sheet.tsx';
import { IntakeSheet } from './intake-sheet.tsx';
import { UseSheet } from './use-sheet.tsx';

/** What may be done to the store room, as the address says it. */
const stockActs = ['ingreso', 'consumo', 'multiple', 'contar', 'editar'] as const;
export type StockAct = (typeof stockActs)[number];

/** The act that an address says, if it is one of the store room's. */
export const stockActIn = (sheet: string | null): StockAct | null => stockActs.find((act) => act === sheet) ?? null;

interface StockActsProps {
  readonly act: StockAct | null;
  /** The item that it is about; null where the form asks. */
  readonly asset: Asset | null;
  readonly onEnd: () => void;
}

/** The forms of the store room, one at a time, over the screen that asked for it. */
export const StockActs = ({ act, asset, onEnd }: StockActsProps) => {
  if (act === 'ingreso') return <IntakeSheet asset={asset} onClose={onEnd} />;
  if (act === 'consumo') return <UseSheet asset={asset} onClose={onEnd} />;
  if (act === 'multiple') return <BatchSheet onClose={onEnd} />;
  if (act === 'contar') return asset ? <CountSheet asset={asset} onClose={onEnd} /> : <CountAllSheet onClose={onEnd} />;
  if (act === 'editar' && asset) return <EditAssetSheet asset={asset} onClose={onEnd} />;
  return null;
};
