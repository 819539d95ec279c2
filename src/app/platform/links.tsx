import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '#ui/button.tsx';
import { RowLink } from '#ui/row.tsx';

export const ButtonTo = createLink(ButtonLink);

export const RowTo = createLink(RowLink);

/** A screen's own sheet, by its name in the address. */
export interface SheetStep {
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
}
