import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addDays, type Day, halfOf, limits, moneyFieldsOf } from '#domain';
import { PhotoField } from '#farm/attachments/photos.tsx';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import { useMay, useToday } from '#platform';
import { Button, Notice, TextArea } from '#ui';
import type { RecordedKind } from '#domain/movements/define.ts';
import { WhenLine } from '#farm/when-line.tsx';
import { FieldWidget } from './field-widget.tsx';
import { isAskedApart, useOwnQuestions } from './own-questions.tsx';
import type { FormState, RecordFormProps } from './use-record-form.tsx';
import { type FarmThings, foundPlace, isNewRodeoElsewhere, isRodeoInDoubt, rodeoOfLastTime } from './start.ts';
import { fieldNamesFor, isAway, type Values } from './values.ts';
import { whereWords } from './where-words.tsx';
import { isSettled, missingPlace } from './where.ts';
import styles from './record.module.css';

/** Element id of a field, for the error summary. */
export const fieldId = (name: string): string => `registro-${name}`;

interface RecordFieldsProps extends RecordFormProps {
  readonly form: FormState;
  readonly lead: ReactNode;
}

/** The kind's fields: place and date line, first view, then the rest behind 'Agregar detalle'. */
export const RecordFields = (props: RecordFieldsProps) => {
  const { kind, things, isNew, form, lead } = props;
  const seesMoney = useMay('see-money');
  const today = useToday();
  const { values, errorOf, submit, set } = form;
  const names = namesFor(props, seesMoney);
  const found = { ...foundPlace(kind, values, things), ...(isNew && rodeoOfLastTime(kind, values, things)) };
  const own = useOwnQuestions({ ...props, found, today, idOf: fieldId });
  const isWrong = (name: string): boolean => errorOf(name).error !== undefined;
  const isFirst = (name: string): boolean => {
    const field = kind.fields[name];
    if (!field) return false;
    const isDoubt = name === kind.place.rodeo && kind.place.lot !== undefined && !field.required;
    // One rodeo in the lot: nothing to ask (ux.md §1.3: three touches).
    if (isDoubt && values[name] === undefined && !isWrong(name)) {
      return (
        isRodeoInDoubt(kind, values, things) && things.rodeos.length > 0 && values[kind.place.lot ?? ''] !== undefined
      );
    }
    const isOfTheMove =
      field.none !== undefined && (Boolean(values[name]) || isNewRodeoElsewhere(values, found, things.stock));
    return field.main || isOfTheMove || isWrong(name);
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
        {...{ name, kind, values, found, things, today }}
        field={name === 'date' && values.mode === 'acumulado' ? { ...field, label: 'Hasta' } : field}
        short={form.short}
        error={errorOf(name).error}
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
      <PlaceLine {...{ kind, values, found, things, today, isWrong, widget }} names={line} />
      {lead}
      {seesMoney ? null : <HiddenPrices {...{ kind, form }} />}
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
          value={typeof values.detail === 'string' ? values.detail : ''}
          onChange={(text) => set('detail', text)}
          {...errorOf('detail')}
        />
        <PhotoField
          id={fieldId('photos')}
          cameraAbove
          value={photosIn(values.photos)}
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
    <Button variant="quiet" icon={<Plus />} onClick={() => setOpen(true)}>
      Agregar detalle
    </Button>
  );
};

const isTyped = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Notice for prices typed before the right to see them was lost: still sent, stored and reviewed (domain.md §1.12). */
const HiddenPrices = ({ kind, form: { values, base } }: Pick<RecordFieldsProps, 'kind' | 'form'>) => {
  const hasHidden = moneyFieldsOf(kind).some((name) => isTyped(values[name]) && values[name] !== base[name]);
  return hasHidden ? (
    <Notice role="status">
      Ya no ves precios en este establecimiento: los que habías cargado se guardan para quien los ve.
    </Notice>
  ) : null;
};

interface PlaceLineProps {
  readonly kind: RecordedKind;
  readonly values: Values;
  /** Place halves that follow from other answers. */
  readonly found: Values;
  readonly things: FarmThings;
  readonly today: Day;
  /** Fields of the line, in the order asked. */
  readonly names: readonly string[];
  readonly isWrong: (name: string) => boolean;
  /** Renders a field; `onPicked` gets its answers. */
  readonly widget: (name: string, onPicked: (value: unknown) => void) => ReactNode;
}

const isPlace = (kind: RecordedKind, name: string): boolean =>
  ['lot', 'rodeo', 'campo'].includes(kind.fields[name]?.control ?? '');

/** An optional destination is asked with the count; origins and required destinations before it. */
const isOfLine = (kind: RecordedKind, name: string): boolean =>
  name === 'date' || (isPlace(kind, name) && (!name.startsWith('to_') || kind.fields[name]?.required === true));

function dividedByLine(kind: RecordedKind, names: readonly string[]) {
  const line = names.filter((name) => isOfLine(kind, name));
  return {
    line: [...line.filter((name) => name !== 'date'), ...line.filter((name) => name === 'date')],
    rest: names.filter((name) => !isOfLine(kind, name)),
  };
}

/** The one place field to ask now; undefined when complete. */
function askedNow({ kind, values, found, things, names }: PlaceLineProps): string | undefined {
  const isUnknown = (name: string): boolean => values[name] === undefined && found[name] === undefined;
  const { lot, rodeo } = kind.place;
  const missing = missingPlace(kind, values, things);
  const isNowhere = [lot, rodeo].every((half) => half === undefined || isUnknown(half));
  return names.find((name) => {
    if (halfOf(kind, name) === null || !isUnknown(name)) return false;
    if (name === missing || kind.fields[name]?.required === true || isNowhere) return true;
    return name === rodeo && lot !== undefined && !isUnknown(lot) && isRodeoInDoubt(kind, values, things);
  });
}

/** Place and date in one foldable line, with the place still missing below (ux.md §1.3). */
const PlaceLine = (props: PlaceLineProps) => {
  const { kind, values, found, things, today, names, isWrong, widget } = props;
  const [open, setOpen] = useState(false);
  const [answers, setAnswers] = useState(0);
  const line = useRef<HTMLButtonElement>(null);
  const id = useId();
  // The tapped chip is gone: keyboard focus returns to the line.
  useEffect(() => {
    if (answers > 0) line.current?.focus({ preventScroll: true });
  }, [answers]);
  const asked = askedNow(props);
  const shown = open ? names : names.filter((name) => name === asked || isWrong(name));
  const isWithPlace = names.some((name) => isPlace(kind, name));
  const where = isWithPlace ? whereWords({ kind, values, found, things }) : '';
  const lacking = asked === undefined || where !== '' ? null : halfOf(kind, asked);
  const picked = (name: string, value: unknown): void => {
    // A typed date changes part by part: keep it open.
    const isSettled = name !== 'date' || [0, 1, 2].some((back) => addDays(today, -back) === value);
    if (!isSettled || (name === 'date' && !open)) return;
    setOpen(false);
    setAnswers(answers + 1);
  };
  return (
    <>
      <WhenLine
        ref={line}
        {...{ today, open }}
        about={isWithPlace ? 'Lugar y fecha' : 'Fecha'}
        what={lacking === null ? where : `Falta el ${lacking === 'rodeo' ? 'rodeo' : 'lote'}`}
        isLacking={lacking !== null}
        date={typeof values.date === 'string' ? values.date : ''}
        controls={id}
        onToggle={() => setOpen(!open)}
      />
      <div id={id} className={styles.placed} hidden={shown.length === 0}>
        {shown.map((name) => widget(name, (value) => picked(name, value)))}
      </div>
    </>
  );
};
