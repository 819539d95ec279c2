import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { choosable } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { hereWords } from '#farm/here-words.ts';
import { UnitField } from '#forms';
import { useToday } from '#platform';
import { Button, Cluster, IconButton, NumberField, type NumberFieldValue, SelectField, TextField } from '#ui';
import { headsHere, offeredCategories } from './offered.ts';
import type { FarmThings } from './start.ts';
import type { ProductLine, Values, WeighedLine } from './values.ts';
import styles from './record.module.css';

interface WidgetProps<Line> {
  readonly id: string;
  readonly label: string;
  readonly value: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
  readonly error?: string | undefined;
}

interface LinesProps<Line> extends WidgetProps<Line> {
  readonly blank: Line;
  readonly addWord: string;
  readonly lineWord: string;
  readonly children: (line: Line, change: (changes: Partial<Line>) => void) => ReactNode;
}

/** A list of like lines, at least one shown, each removable. */
function Lines<Line>(props: LinesProps<Line>) {
  const { id, label, value, onChange, error, blank, addWord, lineWord, children } = props;
  const lines = value.length > 0 ? value : [blank];
  const replace = (index: number, line: Line): void => onChange(lines.map((old, at) => (at === index ? line : old)));
  return (
    <fieldset id={id} tabIndex={-1} className={styles.lines} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {lines.map((line, index) => (
        // Lines have no id and never reorder.
        <div key={index} className={styles.line} role="group" aria-label={`${lineWord} ${index + 1}`}>
          <div className={styles.lineFields}>
            {children(line, (changes) => replace(index, { ...line, ...changes }))}
          </div>
          {lines.length > 1 ? (
            <IconButton
              label={`Quitar ${lineWord.toLowerCase()} ${index + 1}`}
              icon={<X />}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            />
          ) : null}
        </div>
      ))}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      <Button variant="quiet" icon={<Plus />} onClick={() => onChange([...lines, blank])}>
        {addWord}
      </Button>
    </fieldset>
  );
}

interface WeighedLinesProps extends WidgetProps<WeighedLine> {
  readonly things: FarmThings;
  readonly kind: RecordedKind;
  readonly values: Values;
}

const blankWeighed: WeighedLine = { type: '', count: null, total_kg: null, average_kg: null };

/** Heads and kilos by category: total or average is enough (domain.md §3.5). */
export const WeighedLines = (props: WeighedLinesProps) => {
  const { kind, things, values } = props;
  const today = useToday();
  const here = offeredCategories(kind, things, values);
  // Categories standing there first, then the rest, as the book may lag.
  const optionsFor = (chosen: string) => {
    const all = choosable(things.categories, things.stock, chosen);
    const rank = (id: string): number => (here.includes(id) ? here.indexOf(id) : here.length);
    return all
      .toSorted((a, b) => rank(a.id) - rank(b.id))
      .map(({ id, name }) => {
        const heads = headsHere(kind, things, values, id);
        return { value: id, label: heads > 0 ? `${name} · ${hereWords(heads, values.date, today)}` : name };
      });
  };
  // Typed heads or kilos override individual weights.
  const oneByOne = { weights: undefined };
  return (
    <Lines {...props} blank={blankWeighed} addWord="Otra categoría" lineWord="Pesaje">
      {(line, change) => (
        <>
          <SelectField
            label="Categoría"
            options={optionsFor(line.type)}
            value={line.type}
            onChange={(type) => change({ type })}
          />
          <NumberField
            label="Cabezas"
            value={line.count}
            onChange={(count: NumberFieldValue) => change({ count, ...oneByOne })}
          />
          <Cluster>
            <NumberField
              label="Kilos totales"
              unit="kg"
              value={line.total_kg}
              onChange={(total_kg) => change({ total_kg, average_kg: null, ...oneByOne })}
            />
            <NumberField
              label="o promedio"
              unit="kg"
              value={line.average_kg}
              onChange={(average_kg) => change({ average_kg, total_kg: null, ...oneByOne })}
            />
          </Cluster>
        </>
      )}
    </Lines>
  );
};

const blankProduct: ProductLine = { name: '', dose: '', quantity: null, unit: '' };

/** Products given. */
export const ProductLines = (props: WidgetProps<ProductLine>) => (
  <Lines {...props} blank={blankProduct} addWord="Otro producto" lineWord="Producto">
    {(line, change) => (
      <>
        <TextField
          label="Producto"
          maxLength={80}
          value={line.name ?? ''}
          // Another name is another product: unlink the item.
          onChange={(name) => change({ name, asset_id: undefined })}
        />
        <TextField
          label="Dosis"
          optional
          maxLength={60}
          value={line.dose ?? ''}
          onChange={(dose) => change({ dose })}
        />
        <NumberField
          label="Cantidad"
          optional
          value={line.quantity ?? null}
          onChange={(quantity) => change({ quantity })}
        />
        <UnitField optional mayBeOther value={line.unit ?? ''} onChange={(unit) => change({ unit })} />
      </>
    )}
  </Lines>
);

/** Lines of a delivery note. */
export const SupplyLines = (props: WidgetProps<ProductLine>) => (
  <Lines {...props} blank={blankProduct} addWord="Otro insumo" lineWord="Insumo">
    {(line, change) => (
      <>
        <TextField
          label="Insumo"
          maxLength={80}
          value={line.name ?? ''}
          onChange={(name) => change({ name, asset_id: undefined })}
        />
        <NumberField label="Cantidad" value={line.quantity ?? null} onChange={(quantity) => change({ quantity })} />
        <UnitField value={line.unit ?? ''} onChange={(unit) => change({ unit })} />
      </>
    )}
  </Lines>
);
