import { useId, useRef, useState } from 'react';
import { sentences } from '#contract/sentences.ts';
import { counted, type Day, sumOf } from '#domain';
import {
  type Draft,
  failedAt,
  failureOf,
  type FormOf,
  FormSheet,
  hasTyped,
  useDraft,
  useDraftOnce,
  useForm,
} from '#forms';
import { toastSaved, useFarm, useLive, useToday } from '#platform';
import { NoLots } from '#farm/no-lots.tsx';
import { WhenLine } from '#farm/when-line.tsx';
import { classes, DateField, Notice, Sheet, Skeleton } from '#ui';
import { DestinationPicker, OverloadNotice, SourcePicker, WhatMoves } from './move-questions.tsx';
import {
  destinationsOf,
  type FarmAround,
  lotName,
  movedLines,
  type MoveDraft,
  type MoveFrom,
  moveRecord,
  readAround,
  rodeoName,
  type Source,
  sourcesOf,
} from './move.ts';
import styles from './change-lot.module.css';

interface ChangeLotSheetProps {
  readonly from: MoveFrom;
  readonly onClose: () => void;
}

/** Moves animals to another lot (domain.md §2.17, 'Mover'). */
export const ChangeLotSheet = (props: ChangeLotSheetProps) => {
  const { from, onClose } = props;
  const around = useLive(readAround);
  const draft = useDraftOnce(draftKeyOf(from));
  const isReady = around && draft !== undefined;
  const sources = isReady ? sourcesOf(around.stock, from) : [];
  if (isReady && sources.some(({ lotId }) => hasOtherLot(around, lotId)))
    return <Move {...props} {...{ around, draft }} />;
  return (
    <Sheet open title="Mover" onClose={onClose}>
      {!isReady ? (
        <Skeleton rows={4} />
      ) : sources.length === 0 ? (
        <Notice>No hay animales para mover.</Notice>
      ) : (
        <NoLots>No hay otro lote adonde mover.</NoLots>
      )}
    </Sheet>
  );
};

const hasOtherLot = ({ lots }: FarmAround, lotId: string | null): boolean => lots.some(({ lot }) => lot.id !== lotId);

const draftKeyOf = ({ lotId, rodeoId }: MoveFrom): string => `mover ${lotId ?? ''} ${rodeoId ?? ''}`;

interface MoveProps extends ChangeLotSheetProps {
  readonly around: FarmAround;
  readonly draft: Draft | null;
}

const Move = (props: MoveProps) => {
  const today = useToday();
  const { form, sources, source } = useMove(props);
  const lines = source ? movedLines(form.values, source) : [];
  const heads = sumOf(lines, (line) => line.count);
  const close = (): void => {
    if (!isTyped(form.values)) form.startOver();
    props.onClose();
  };
  return (
    <FormSheet
      form={form}
      title="Mover"
      saveLabel={heads > 0 ? `Mover ${counted(heads, 'cabeza')}` : 'Mover'}
      fieldId={(path) => form.fieldId(/^(date|source)/.exec(path)?.[0] ?? 'to_lot_id')}
      keepsWords={isTyped(form.values)}
      onClose={close}
    >
      <MoveQuestions {...{ form, sources, source, lines, today }} around={props.around} />
    </FormSheet>
  );
};

/** The counted heads and the destination are typed, the rest is only looked at. */
const isTyped = ({ heads, toLotId }: MoveDraft): boolean =>
  hasTyped({ toLotId, ...heads }, { toLotId: '' }, (name) => heads[name] === 0);

interface QuestionsProps {
  readonly form: FormOf<MoveDraft>;
  readonly around: FarmAround;
  readonly sources: readonly Source[];
  readonly source: Source | undefined;
  readonly lines: ReturnType<typeof movedLines>;
  readonly today: Day;
}

/** One question at a time; answers fold into one line that reopens them all (ux.md §1.3). */
const MoveQuestions = ({ form, around, sources, source, lines, today }: QuestionsProps) => {
  const [open, setOpen] = useState(false);
  const line = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { values, errorOf } = form;
  const destinations = destinationsOf(lines, source?.lotId ?? null, around);
  const to = destinations.find((one) => one.view.lot.id === values.toLotId);
  const where = [
    source ? `${rodeoName(around, source.rodeoId)} · ${lotName(around, source.lotId)}` : 'Falta qué se mueve',
    ...(to ? [to.view.lot.name] : []),
  ].join(' → ');
  const picked = (): void => {
    setOpen(false);
    line.current?.focus({ preventScroll: true });
  };
  const toField = form.bind('toLotId', 'to_lot_id');
  // In landscape the current question has its own column.
  const column = (isNow: boolean): string | undefined => (isNow ? styles.now : undefined);
  return (
    <div className={styles.move}>
      <WhenLine
        ref={line}
        about="Qué, adónde y cuándo"
        what={where}
        isLacking={!source}
        date={values.date}
        {...{ today, open }}
        controls={id}
        onToggle={() => setOpen(!open)}
      />
      <OverloadNotice chosen={to} />
      <div id={id} className={styles.asked}>
        {sources.length > 1 && (open || !source) ? (
          <div className={column(!source)}>
            <SourcePicker {...{ form, around, sources }} onPicked={picked} />
          </div>
        ) : null}
        {open || errorOf('date').error !== undefined ? (
          <DateField label="¿Cuándo?" today={today} max={today} {...form.bind('date')} />
        ) : null}
        {source ? (
          <div className={classes(styles.what, column(!open && to !== undefined))}>
            <WhatMoves {...{ form, around, source }} />
          </div>
        ) : null}
        {source && (open || !to) ? (
          <div className={column(true)}>
            <DestinationPicker
              {...{ around, destinations }}
              {...toField}
              onChange={(lot) => {
                toField.onChange(lot);
                picked();
              }}
            />
          </div>
        ) : null}
      </div>
    </div>
  );
};

function useMove({ from, around, draft, onClose }: MoveProps) {
  const farm = useFarm();
  const today = useToday();
  const sources = sourcesOf(around.stock, from);
  const start: MoveDraft = {
    // Never guessed among several.
    source: sources.length === 1 ? (sources[0]?.key ?? '') : '',
    what: 'todo',
    heads: {},
    toLotId: '',
    date: today,
  };
  const draftKey = draftKeyOf(from);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft && isTyped({ ...start, ...draft }) ? draft : null),
    save: async (typed) => {
      const chosen = sources.find((one) => one.key === typed.source);
      if (!chosen) return failedAt('source', 'Elegí cuáles');
      if (movedLines(typed, chosen).length === 0) return failedAt('animals', 'Ingresá al menos una categoría');
      if (!typed.toLotId) return failedAt('to_lot_id', 'Elegí el lote de destino');
      const { type, payload } = moveRecord(typed, chosen);
      const saved = await farm.acts.recordMovement(type, payload, draftKey);
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        return failure.issues.length > 0
          ? failure
          : { ...failure, message: failure.message || sentences.animalTransferFailed };
      }
      toastSaved(farm);
      onClose();
      return null;
    },
  });
  return { form, sources, source: sources.find((one) => one.key === form.values.source) };
}
