import { addDays } from '#domain';
import { MoneyField, moneyOf, type PartOf } from '#forms';
import { useMay } from '#platform';
import { DateField, TextField } from '#ui';

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

/** Prices only for who sees them (domain.md §1.12). */
export const SupplierFields = ({ bind }: OriginProps) => {
  const seesMoney = useMay('see-money');
  return (
    <>
      <TextField label="Proveedor" optional maxLength={120} {...bind('supplier')} />
      {seesMoney ? <MoneyField label="Importe total sin IVA" optional {...bind('total')} /> : null}
    </>
  );
};
