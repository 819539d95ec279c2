import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { limits } from '#domain';
import { PhotoField } from '#farm/attachments/photo-field.tsx';
import { photosIn } from '#farm/attachments/photos-in.ts';
import { useMay, useToday } from '#platform';
import { Button, TextArea } from '#ui';
import { FieldWidget } from './field-widget.tsx';
import { isAskedApart, useOwnQuestions } from './own-questions.tsx';
import { dividedByLine, PlaceLine } from './place-line.tsx';
import { HiddenPrices } from './hidden-prices.tsx';
import styles from './record.module.css';
import { foundPlace, isNewRodeoElsewhere, isRodeoInDoubt, rodeoOfLastTime } from './start.ts';
import type { RecordFormProps } from './record-form-props.ts';
import type { FormState } from './use-record-form.ts';
import { fieldNamesFor, isAway } from './values.ts';
import { isSettled } from './where.ts';

/** Element id of a field, for the error summary. */
export const fieldId = (name: string): string => `registro-${name}`;

interface RecordFieldsProps extends RecordFormProps {
  readonly form: FormState;
  /** Shown before the first field. */
  readonly lead: ReactNode;
}

/** The kind's fields: place and date line, first view, then the rest behind 'Agregar detalle'. */
export const RecordFields = (props: RecordFieldsProps) => {
  const { kind, things, isNew, form, lead } = props;
  const seesMoney = useMay('see-money');
  const today = useToday();
  const { values, issues, submit, set } = form;
  const names = namesFor(props, seesMoney);
  const found = { ...foundPlace(kind, values, things), ...(isNew && rodeoOfLastTime(kind, values, things)) };
  const errorOf = (name: string): string | undefined =>
    issues.find((issue) => issue.path === name || issue.path.startsWith(`${name}.`))?.message;
  const own = useOwnQuestions({ ...props, found, today, errorOf, idOf: fieldId });
  const isFirst = (name: string): boolean => {
    const field = kind.fields[name];
    if (!field) return false;
    const isDoubt = name === kind.place.rodeo && kind.place.lot !== undefined && !field.required;
    // One rodeo in the lot: nothing to ask (ux.md §1.3: three touches).
    if (isDoubt && values[name] === undefined && errorOf(name) === undefined) {
      return (
        isRodeoInDoubt(kind, values, things) && things.rodeos.length > 0 && values[kind.place.lot ?? ''] !== undefined
      );
    }
    const isOfTheMove =
      field.none !== undefined && (Boolean(values[name]) || isNewRodeoElsewhere(values, found, things.stock));
    return field.main || isOfTheMove || errorOf(name) !== undefined;
  };
  const [first] = useState(() => new Set(names.filter(isFirst)));
  const shown = names.filter((name) => first.has(name) || isFirst(name));
  const rest = names.filter((name) => !shown.includes(name));
  const { line, rest: main } = dividedByLine(kind, shown);
  const widget = (name: string, onPicked?: (value: unknown) => void): ReactNode => {
    const field = kind.fields[name];
    return field ? (
      <FieldWidget
        key={name}
        id={fieldId(name)}
        name={name}
        field={name === 'date' && values['mode'] === 'acumulado' ? { ...field, label: 'Hasta' } : field}
        kind={kind}
        values={values}
        found={found}
        things={things}
        today={today}
        short={form.short}
        error={errorOf(name)}
        onChange={(value) => {
          set(name, value);
          own.follow(name, value);
          onPicked?.(value);
        }}
        onDone={() => void submit(false)}
      />
    ) : null;
  };
  return (
    <>
      <PlaceLine {...{ kind, values, found, things, today, errorOf, widget }} names={line} />
      {lead}
      <HiddenPrices kind={kind} seesMoney={seesMoney} form={form} />
      {main.map((name) => widget(name))}
      {own.first}
      <Details isFull={[...rest, 'detail', 'photos'].some((name) => Boolean(values[name]))}>
        {own.rest}
        {rest.map((name) => widget(name))}
        <TextArea
          id={fieldId('detail')}
          label="Detalle"
          optional
          maxLength={limits.detailMaxLength}
          value={typeof values['detail'] === 'string' ? values['detail'] : ''}
          onChange={(text) => set('detail', text)}
          {...(errorOf('detail') !== undefined && { error: errorOf('detail') })}
        />
        <PhotoField
          id={fieldId('photos')}
          cameraAbove
          value={photosIn(values['photos'])}
          onChange={(photos) => set('photos', photos.length > 0 ? photos : undefined)}
        />
      </Details>
    </>
  );
};

/** Fields with their own widget in the form as it stands. */
const namesFor = ({ kind, things, form: { values } }: RecordFieldsProps, seesMoney: boolean): readonly string[] =>
  fieldNamesFor(kind, seesMoney).filter(
    (name) => !isAskedApart(kind, name) && !isAway(kind, name, values) && !isSettled(kind, name, things),
  );

const Details = ({ isFull, children }: { readonly isFull: boolean; readonly children: ReactNode }) => {
  const [open, setOpen] = useState(isFull);
  if (open) return <div className={styles.details}>{children}</div>;
  return (
    <Button variant="quiet" icon={<Plus size={24} aria-hidden />} onClick={() => setOpen(true)}>
      Agregar detalle
    </Button>
  );
};
