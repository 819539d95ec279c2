import { Check, Fence } from 'lucide-react';
import type { ReactNode } from 'react';
import { RowButton } from './row.tsx';

export interface PickRowProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly right?: ReactNode;
  readonly chosen: boolean;
  readonly onPick: () => void;
}

/** A place among many, to be chosen: a tick says which one is. */
export const PickRow = ({ chosen, onPick, ...words }: PickRowProps) => (
  <RowButton
    {...words}
    aria-pressed={chosen}
    icon={chosen ? <Check size={26} aria-hidden /> : <Fence size={26} aria-hidden />}
    onClick={onPick}
  />
);
