import { Check, Fence } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowButton } from './row.tsx';

export interface PickRowProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly right?: ReactNode;
  /** A fence by default. */
  readonly icon?: ReactNode;
  readonly chosen: boolean;
  readonly onPick: () => void;
}

/** One of many; a tick marks the chosen. */
export const PickRow = ({ chosen, onPick, icon, ...words }: PickRowProps) => (
  <RowButton
    {...words}
    aria-pressed={chosen}
    icon={chosen ? <Check size={26} /> : (icon ?? <Fence size={26} />)}
    onClick={onPick}
  />
);
