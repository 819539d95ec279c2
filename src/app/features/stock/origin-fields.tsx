import { addDays } from '../../../domain/dates.ts';
import { MoneyField, moneyOf } from '../../forms/money-field.tsx';
import { useMay } from '../../platform/use-may.ts';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { PartOf } from '../../forms/bind.ts';

/** When something came in, from whom and for how much. */
export interface OriginDraft {
  readonly date: string;
  readonly supplier: string;
  readonly total: string;
}

export function originBody({ date, supplier, total }: OriginDraft): Readonly<Record<string, string>> {
  const amount = moneyOf(total);
  return {
    date,
    ...(supplier.trim() && { supplier: supplier.trim() }),
    ...(amount !== null && { total: amount }),
  };
}

type OriginProps = PartOf<OriginDraft>;

export const DayField = (props: OriginProps & { readonly today: string; readonly label: string }) => (
  <DateField label={props.label} today={props.today} max={addDays(props.today, 1)} {...props.bind('date')} />
);

/** Prices are asked of those alone who see them (domain.md §1.12). */
export const SupplierFields = ({ bind }: OriginProps) => {
  const seesMoney = useMay('see-money');
  return (
    <>
      <TextField label="Proveedor" optional maxLength={120} {...bind('supplier')} />
      {seesMoney ? <MoneyField label="Importe total sin IVA" optional {...bind('total')} /> : null}
    </>
  );
};
