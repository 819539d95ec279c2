import { addDays } from '../../../domain/dates.ts';
import { MoneyField, moneyOf } from '../../frame/money-field.tsx';
import { useMay } from '../../frame/use-may.ts';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { PartProps } from '../../frame/supply-picker.tsx';

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

type OriginProps = Omit<PartProps<OriginDraft>, 'values'> & { readonly values: OriginDraft };

export const DayField = (props: OriginProps & { readonly today: string; readonly label: string }) => (
  <DateField
    id={props.fieldId('date')}
    label={props.label}
    today={props.today}
    max={addDays(props.today, 1)}
    value={props.values.date}
    onChange={(date) => props.onChange({ date })}
    {...props.errorOf('date')}
  />
);

/** Prices are asked of those alone who see them (domain.md §1.12). */
export const SupplierFields = ({ values, fieldId, errorOf, onChange }: OriginProps) => {
  const seesMoney = useMay('see-money');
  return (
    <>
      <TextField
        id={fieldId('supplier')}
        label="Proveedor"
        optional
        maxLength={120}
        value={values.supplier}
        onChange={(supplier) => onChange({ supplier })}
        {...errorOf('supplier')}
      />
      {seesMoney ? (
        <MoneyField
          id={fieldId('total')}
          label="Importe total sin IVA"
          optional
          value={values.total}
          onChange={(total) => onChange({ total })}
          {...errorOf('total')}
        />
      ) : null}
    </>
  );
};
