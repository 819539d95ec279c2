import { choosable, vatRates } from '#domain';
import { useCategories } from '#platform';
import { MoneyField, type PartOf } from '#forms';
import { ChipGroup, NumberField, optionsOf, SelectField, TextField } from '#ui';
import { rateWords } from './invoice-facts.ts';
import type { PartProps } from './invoice-fields.tsx';
import { blankHerdLine, blankLine, type LineDraft } from './line-draft.ts';
import { Lines } from './lines-list.tsx';

const rates = vatRates.map((rate) => ({ value: String(rate), label: rateWords(rate) }));

/** A new line is like the one before it; a liquidación is of animals. */
const nextLine = (lines: readonly LineDraft[], kind: string): LineDraft =>
  (lines.at(-1)?.of ?? (kind === 'liquidacion' ? 'hacienda' : 'otro')) === 'hacienda' ? blankHerdLine : blankLine;

/** What was bought or sold; the net is quantity × price, or typed. */
export const LineFields = ({ form }: Omit<PartProps, 'today'>) => {
  const { values } = form;
  const isSale = values.direction === 'emitida';
  return (
    <Lines<LineDraft, 'lines'>
      word="Ítem"
      addWord="Agregar ítem"
      form={form}
      name="lines"
      blank={nextLine(values.lines, values.kind)}
    >
      {(line) => {
        const { values: said, change: set, bind } = line;
        return (
          <>
            <ChipGroup
              label={isSale ? 'Qué se vendió' : 'Qué se compró'}
              value={said.of === 'hacienda' ? 'hacienda' : 'otro'}
              onChange={(of) => set({ of, vat_rate: of === 'hacienda' ? '10.5' : '21' })}
              options={{ hacienda: 'Hacienda', otro: isSale ? 'Otra cosa' : 'Insumo o servicio' }}
            />
            {said.of === 'hacienda' ? <Herd {...line} /> : <Thing {...line} />}
            <MoneyField
              label="o neto del ítem"
              optional
              {...bind('net')}
              onChange={(net) => set({ net, unit_price: '' })}
            />
            <SelectField label="IVA" options={rates} {...bind('vat_rate')} />
          </>
        );
      }}
    </Lines>
  );
};

const Price = ({ values: line, change: set, bind }: PartOf<LineDraft>) => (
  <MoneyField
    label={
      line.of !== 'hacienda' ? 'Precio unitario' : line.price_by === 'kg' ? 'Precio por kilo' : 'Precio por cabeza'
    }
    optional
    {...bind('unit_price')}
    onChange={(unit_price) => set({ unit_price, net: '' })}
  />
);

const Thing = (part: PartOf<LineDraft>) => {
  const { bind } = part;
  return (
    <>
      <TextField label="Concepto" maxLength={200} {...bind('concept')} />
      <NumberField label="Cantidad" {...bind('quantity')} />
      <Price {...part} />
    </>
  );
};

/** Animals: category, heads, kilos and what the price is per (domain.md §2.8, lineas). */
const Herd = (part: PartOf<LineDraft>) => {
  const { values: line, change: set, bind } = part;
  const categories = useCategories() ?? [];
  const nameOf = (id: string): string => categories.find((category) => category.id === id)?.name ?? '';
  const choose = (category_id: string): void => {
    // The concept follows the category until somebody edits it.
    const isOwnWords = line.concept.trim() !== '' && line.concept !== nameOf(line.category_id);
    set({ category_id, ...(!isOwnWords && { concept: nameOf(category_id) }) });
  };
  return (
    <>
      <SelectField
        label="Categoría"
        optional
        options={optionsOf(choosable(categories, [], line.category_id))}
        {...bind('category_id')}
        onChange={choose}
      />
      <TextField label="Concepto" optional maxLength={200} {...bind('concept')} />
      <NumberField label="Cabezas" {...bind('heads')} />
      <NumberField label="Kilos" unit="kg" optional={line.price_by === 'cabeza'} {...bind('kg')} />
      <ChipGroup label="Precio por" {...bind('price_by')} options={{ kg: 'Kilo', cabeza: 'Cabeza' }} />
      <Price {...part} />
    </>
  );
};
