import { choosable } from '../../../domain/farm/categories.ts';
import { vatRates } from '../../../domain/office/invoices.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { MoneyField } from '../../frame/money-field.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { rateWords } from './invoice-facts.ts';
import type { PartProps } from './invoice-fields.tsx';
import { blankHerdLine, blankLine, type LineDraft } from './line-draft.ts';
import { Lines } from './lines-list.tsx';

const rates = vatRates.map((rate) => ({ value: String(rate), label: rateWords(rate) }));

/** What a new line is most likely of: the same as the one before it; a liquidación is of animals. */
const nextLine = (lines: readonly LineDraft[], kind: string): LineDraft =>
  (lines.at(-1)?.of ?? (kind === 'liquidacion' ? 'hacienda' : 'otro')) === 'hacienda' ? blankHerdLine : blankLine;

/** What was bought or sold; the net is the quantity times the price, or said outright. */
export const LineFields = ({ form, fieldId }: Omit<PartProps, 'today'>) => {
  const { values, change, errorOf } = form;
  const isSale = values.direction === 'emitida';
  return (
    <Lines<LineDraft>
      word="Ítem"
      addWord="Agregar ítem"
      lines={values.lines}
      blank={nextLine(values.lines, values.kind)}
      onChange={(lines) => change({ lines })}
    >
      {(line, set, at) => {
        const part = { line, set, fieldId: (name: string) => fieldId(`lines.${at}.${name}`) };
        const wrong = (name: string) => errorOf(`lines.${at}.${name}`);
        return (
          <>
            <ChipGroup
              label={isSale ? 'Qué se vendió' : 'Qué se compró'}
              value={line.of === 'hacienda' ? 'hacienda' : 'otro'}
              onChange={(of) => set({ of, vat_rate: of === 'hacienda' ? '10.5' : '21' })}
              options={[
                { value: 'hacienda', label: 'Hacienda' },
                { value: 'otro', label: isSale ? 'Otra cosa' : 'Insumo o servicio' },
              ]}
            />
            {line.of === 'hacienda' ? <Herd {...part} errorOf={wrong} /> : <Thing {...part} errorOf={wrong} />}
            <MoneyField
              id={part.fieldId('net')}
              label="o neto del ítem"
              optional
              value={line.net}
              onChange={(net) => set({ net, unit_price: '' })}
              {...wrong('net')}
            />
            <SelectField label="IVA" options={rates} value={line.vat_rate} onChange={(vat_rate) => set({ vat_rate })} />
          </>
        );
      }}
    </Lines>
  );
};

interface LinePartProps {
  readonly line: LineDraft;
  readonly set: (changes: Partial<LineDraft>) => void;
  readonly fieldId: (name: string) => string;
  readonly errorOf: (name: string) => { readonly error?: string };
}

const Price = ({ line, set, fieldId, errorOf }: LinePartProps) => (
  <MoneyField
    id={fieldId('unit_price')}
    label={
      line.of !== 'hacienda' ? 'Precio unitario' : line.price_by === 'kg' ? 'Precio por kilo' : 'Precio por cabeza'
    }
    optional
    value={line.unit_price}
    onChange={(unit_price) => set({ unit_price, net: '' })}
    {...errorOf('unit_price')}
  />
);

/** An input or a service: so many of it. */
const Thing = (part: LinePartProps) => {
  const { line, set, fieldId, errorOf } = part;
  return (
    <>
      <TextField
        id={fieldId('concept')}
        label="Concepto"
        maxLength={200}
        value={line.concept}
        onChange={(concept) => set({ concept })}
        {...errorOf('concept')}
      />
      <NumberField
        id={fieldId('quantity')}
        label="Cantidad"
        value={line.quantity}
        onChange={(quantity) => set({ quantity })}
        {...errorOf('quantity')}
      />
      <Price {...part} />
    </>
  );
};

/** Animals: which, how many heads and how many kilos, and what the price is for (domain.md §2.8, lineas). */
const Herd = (part: LinePartProps) => {
  const { line, set, fieldId, errorOf } = part;
  const categories = useLive((views) => views.categories()) ?? [];
  const nameOf = (id: string): string => categories.find((category) => category.id === id)?.name ?? '';
  const choose = (category_id: string): void => {
    // The words on the paper follow the category until somebody writes others.
    const isOwnWords = line.concept.trim() !== '' && line.concept !== nameOf(line.category_id);
    set({ category_id, ...(!isOwnWords && { concept: nameOf(category_id) }) });
  };
  return (
    <>
      <SelectField
        id={fieldId('category_id')}
        label="Categoría"
        optional
        options={choosable(categories, [], line.category_id).map(({ id, name }) => ({ value: id, label: name }))}
        value={line.category_id}
        onChange={choose}
        {...errorOf('category_id')}
      />
      <TextField
        id={fieldId('concept')}
        label="Concepto"
        optional
        maxLength={200}
        value={line.concept}
        onChange={(concept) => set({ concept })}
        {...errorOf('concept')}
      />
      <NumberField
        id={fieldId('heads')}
        label="Cabezas"
        value={line.heads}
        onChange={(heads) => set({ heads })}
        {...errorOf('heads')}
      />
      <NumberField
        id={fieldId('kg')}
        label="Kilos"
        unit="kg"
        optional={line.price_by === 'cabeza'}
        value={line.kg}
        onChange={(kg) => set({ kg })}
        {...errorOf('kg')}
      />
      <ChipGroup
        label="Precio por"
        value={line.price_by}
        onChange={(price_by) => set({ price_by })}
        options={[
          { value: 'kg', label: 'Kilo' },
          { value: 'cabeza', label: 'Cabeza' },
        ]}
      />
      <Price {...part} />
    </>
  );
};
