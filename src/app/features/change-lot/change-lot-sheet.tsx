import { useId, useRef, useState } from 'react';
import { sentences } from '#contract/sentences.ts';
import { counted, type Day } from '#domain';
import { failureOf, type FormOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { useFarm, useFarmStatus, useLive, useToday } from '#platform';
import { WhenLine } from '#farm/when-line.tsx';
import { classes, DateField, Notice, Sheet, Skeleton, toastSaved } from '#ui';
import styles from './change-lot.module.css';
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

interface ChangeLotSheetProps {
  readonly from: MoveFrom;
  readonly onClose: () => void;
}

/** Moves animals to another lot (domain.md §2.17, 'Mover'). */
export const ChangeLotSheet = (props: ChangeLotSheetProps) => {
  const { from, onClose } = props;
  const around = useLive(readAround);
  const draft = useDraftOnce(draftKeyOf(from));
  if (!around || draft === undefined) {
    return (
      <Sheet open title="Mover" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  if (sourcesOf(around.stock, from).length === 0) {
    return (
      <Sheet open title="Mover" onClose={onClose}>
        <Notice>No hay animales para mover.</Notice>
      </Sheet>
    );
  }
  return <Move {...props} around={around} draft={draft} />;
};

const draftKeyOf = ({ lotId, rodeoId }: MoveFrom): string => `mover ${lotId ?? ''} ${rodeoId ?? ''}`;

interface MoveProps extends ChangeLotSheetProps {
  readonly around: FarmAround;
  readonly draft: Readonly<Record<string, unknown>> | null;
}

const Move = ({ from, around, draft, onClose }: MoveProps) => {
  const today = useToday();
  const { form, sources, source } = useMove({ from, around, draft, onClose });
  const lines = source ? movedLines(form.values, source) : [];
  const heads = lines.reduce((sum, line) => sum + line.count, 0);
  const close = (): void => {
    // A choice only looked at is no draft.
    if (!hasTyped(form.values)) form.startOver();
    onClose();
  };
  return (
    <FormSheet
      form={form}
      title="Mover"
      saveLabel={heads > 0 ? `Mover ${counted(heads, 'cabeza')}` : 'Mover'}
      fieldId={(path) => form.fieldId(/^(date|source)/.exec(path)?.[0] ?? 'to_lot_id')}
      keepsWords={hasTyped(form.values)}
      onClose={close}
    >
      <MoveQuestions {...{ form, around, sources, source, today }} lines={lines} />
    </FormSheet>
  );
};

/** Whether a number was typed or a destination chosen: what a person would miss (ux.md §2.3). */
const hasTyped = ({ heads, toLotId }: MoveDraft): boolean =>
  toLotId !== '' || Object.values(heads).some((count) => count !== 0);

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
        today={today}
        open={open}
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
  const { reach } = useFarmStatus();
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
    keeping: useDraft(draftKey, draft && hasTyped({ ...start, ...draft }) ? draft : null),
    save: async (typed) => {
      const chosen = sources.find((one) => one.key === typed.source);
      if (!chosen) return { message: null, issues: [{ path: 'source', message: 'Elegí cuáles' }] };
      if (movedLines(typed, chosen).length === 0) {
        return { message: null, issues: [{ path: 'animals', message: 'Ingresá al menos una categoría' }] };
      }
      if (!typed.toLotId) {
        return { message: null, issues: [{ path: 'to_lot_id', message: 'Elegí el lote de destino' }] };
      }
      const { type, payload } = moveRecord(typed, chosen);
      const saved = await farm.acts.recordMovement(type, payload, draftKey);
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        return failure.issues.length > 0
          ? failure
          : { ...failure, message: failure.message || sentences.animalTransferFailed };
      }
      toastSaved(reach === 'reachable');
      onClose();
      return null;
    },
  });
  return { form, sources, source: sources.find((one) => one.key === form.values.source) };
}
