import { roleMay } from '../../../domain/people/permissions.ts';
import type { Category } from '../../../domain/farm/categories.ts';
import { limits } from '../../../domain/limits.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { failureIn, type FormOf } from '../../frame/forms/use-form.ts';
import { KeptSheet } from '../../frame/kept-sheet.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { CountedLine } from './counted-line.tsx';
import { categoriesToCount, inBook, recountBody, type RecountValues, stockOn } from './recount-values.ts';

interface RecountSheetProps {
  /** The lot that is counted; null asks for it. */
  readonly lotId: string | null;
  readonly onClose: () => void;
}

const title = 'Recuento';

/** 'Recuento de hacienda': what stands in a lot, counted head by head (domain.md §3.7). A hand's waits for approval. */
export const RecountSheet = ({ lotId, onClose }: RecountSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const { state } = useSession();
  const categories = useLive((views) => views.categories());
  if (!categories) {
    return (
      <Sheet open title={title} onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const mayApprove = roleMay(state.role ?? 'user', 'review');
  const start: RecountValues = { lot_id: lotId ?? '', date: today, counts: {}, reasons: {}, added: [], detail: '' };
  return (
    <KeptSheet
      title={title}
      draftKey={['recuento', lotId].filter(Boolean).join(' ')}
      start={start}
      saveLabel={mayApprove ? 'Guardar recuento' : 'Entregar recuento'}
      save={async (values, draftKey) => {
        const there = await stockOn(farm.views, values.lot_id, values.date);
        return failureIn(await farm.acts.countAnimals(recountBody(values, there), draftKey));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {mayApprove ? null : <Notice>Un administrador mira el recuento antes de que cambie el libro.</Notice>}
          <Fields form={form} categories={categories} asksLot={lotId === null} />
        </>
      )}
    </KeptSheet>
  );
};

interface FieldsProps {
  readonly form: FormOf<RecountValues>;
  readonly categories: readonly Category[];
  readonly asksLot: boolean;
}

const Fields = ({ form, categories, asksLot }: FieldsProps) => {
  const { values, change, bind } = form;
  const today = useToday();
  const lots = useLive((views) => views.lots());
  const name = lots?.find((view) => view.lot.id === values.lot_id)?.lot.name;
  return (
    <>
      {asksLot ? (
        <SelectField
          label="Lote"
          options={(lots ?? []).map((view) => ({ value: view.lot.id, label: view.lot.name }))}
          {...bind('lot_id')}
          onChange={(lot_id) => change({ lot_id, counts: {}, reasons: {}, added: [] })}
        />
      ) : (
        <p>
          <strong>{name}</strong>
        </p>
      )}
      <DateField label="¿Cuándo se contó?" today={today} max={today} {...bind('date')} />
      {values.lot_id ? <Lines form={form} categories={categories} asksLot={asksLot} /> : null}
      <TextArea label="Detalle" optional maxLength={limits.detailMaxLength} {...bind('detail')} />
    </>
  );
};

const Lines = ({ form, categories }: FieldsProps) => {
  const { values, change, errorOf, fieldId } = form;
  const { lot_id, date } = values;
  // The book of the day that was counted, not of today.
  const stock = useLive((views) => stockOn(views, lot_id, date), [lot_id, date]);
  if (!stock) return <Skeleton rows={3} />;
  const shown = categoriesToCount(categories, stock, values);
  const others = categories.filter((category) => category.active && !shown.includes(category));
  const typed = Object.keys(values.counts).filter((id) => values.counts[id] !== null);
  return (
    <>
      <section id={fieldId('counted')} tabIndex={-1} aria-label="Categorías">
        <p>Dejá en blanco lo que no contaste. Cero también se anota.</p>
        {shown.map((category) => {
          const { error } = errorOf(`counted.${typed.indexOf(category.id)}`);
          return (
            <CountedLine
              key={category.id}
              label={category.name}
              expected={inBook(stock, values.lot_id, category.id)}
              value={values.counts[category.id] ?? null}
              reason={values.reasons[category.id] ?? ''}
              onCount={(heads) => change({ counts: { ...values.counts, [category.id]: heads } })}
              onReason={(reason) => change({ reasons: { ...values.reasons, [category.id]: reason } })}
              {...(error !== undefined && { error })}
            />
          );
        })}
      </section>
      {others.length > 0 ? (
        <SelectField
          label="Otra categoría que encontraste"
          optional
          placeholder="Agregar…"
          options={others.map((category) => ({ value: category.id, label: category.name }))}
          value=""
          onChange={(id) => change({ added: [...values.added, id] })}
        />
      ) : null}
    </>
  );
};
