import type { RecordedKind } from '#domain/movements/define.ts';
import { moneyFieldsOf } from '#domain';
import { Notice } from '#ui';
import type { FormState } from './use-record-form.ts';

interface HiddenPricesProps {
  readonly kind: RecordedKind;
  readonly seesMoney: boolean;
  readonly form: Pick<FormState, 'values' | 'base'>;
}

const isTyped = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Notice for prices typed before the right to see them was lost: still sent, stored and reviewed (domain.md §1.12). */
export const HiddenPrices = ({ kind, seesMoney, form: { values, base } }: HiddenPricesProps) => {
  const hasHidden = moneyFieldsOf(kind).some((name) => isTyped(values[name]) && values[name] !== base[name]);
  return hasHidden && !seesMoney ? (
    <Notice role="status">
      Ya no ves precios en este establecimiento: los que habías cargado se guardan para quien los ve.
    </Notice>
  ) : null;
};
