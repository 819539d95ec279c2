import type { PartOf } from '#forms';
import { NumberField, type NumberFieldValue, typedNumber } from '#ui';
import { originBody, SupplierFields } from './origin-fields.tsx';
import { batchBody, BatchFields } from '#farm/supply-picker.tsx';

export interface OpeningDraft {
  readonly quantity: NumberFieldValue;
  readonly batch: string;
  readonly expires: string;
  readonly date: string;
  readonly supplier: string;
  readonly total: string;
}

export const blankOpening: OpeningDraft = {
  quantity: null,
  batch: '',
  expires: '',
  date: '',
  supplier: '',
  total: '',
};

/** As a quantity, or as one batch. */
export function openingBody(draft: OpeningDraft, today: string): Readonly<Record<string, unknown>> {
  const quantity = typedNumber(draft.quantity);
  const { batch, expires } = batchBody(draft);
  if (quantity === null || quantity === 0) return {};
  return {
    ...originBody({ ...draft, date: today }),
    ...(batch ? { batches: [{ number: batch, quantity, ...(expires && { expires }) }] } : { quantity }),
  };
}

interface OpeningFieldsProps {
  readonly form: PartOf<OpeningDraft>;
  readonly today: string;
}

/** The stock; its origin is asked once there is some. */
export const OpeningFields = ({ form, today }: OpeningFieldsProps) => {
  const { values, bind, errorOf } = form;
  const wrong = errorOf('batches');
  return (
    <>
      <NumberField
        label="Cantidad inicial"
        optional
        {...bind('quantity')}
        {...(wrong.error === undefined ? errorOf('quantity') : wrong)}
      />
      {values.quantity === null || values.quantity === 0 ? null : (
        <>
          <BatchFields {...form} today={today} />
          <SupplierFields {...form} />
        </>
      )}
    </>
  );
};
