import { Check, Fence } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowButton } from './row.tsx';

export interface PickRowProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly right?: ReactNode;
  /** What stands there, drawn; left out: a fence. */
  readonly icon?: ReactNode;
  readonly chosen: boolean;
  readonly onPick: () => void;
}

/** A place among many, to be chosen: a tick says which one is. */
export const PickRow = ({ chosen, onPick, icon, ...words }: PickRowProps) => (
  <RowButton
    {...words}
    aria-pressed={chosen}
    icon={chosen ? <Check size={26} /> : (icon ?? <Fence size={26} />)}
    onClick={onPick}
  />
);
