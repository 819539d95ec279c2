import { useState } from 'react';
import { sentences } from '../../../contract/sentences.ts';
import type { Day } from '../../../domain/dates.ts';
import { isCalfAtFoot } from '../../../domain/farm/categories.ts';
import { newLotForm } from '../../../domain/farm/places.ts';
import { limits } from '../../../domain/limits.ts';
import { type Issue, issuesOf } from '../../../domain/validation.ts';
import { useBusy } from '../../update/busy.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { useDraftOnce, useKeptDraft } from '../../frame/drafts.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { useToday } from '../../frame/today.ts';
import { blankLot, type LotDraft, LotFields } from './lot-fields.tsx';
import { WaterChoice } from './lot-water.tsx';
import { takenNameIssues } from './taken-name.ts';
import { unsaidOf } from './unsaid.ts';

interface Draft extends LotDraft {
  readonly water: string;
  readonly heads: Readonly<Record<string, number>>;
}

const blank: Draft = { ...blankLot, water: '', heads: {} };
const draftKey = 'lote-nuevo';

/** The water goes with the lot itself: it is there as soon as the lot is, and no call of its own can arrive before it. */
const bodyOf = ({ name, hectares, campoId, use, isGrazing, receptivity, notes, water, heads }: Draft, today: Day) => {
  const animals = Object.entries(heads)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => ({ type, count }));
  return {
    name,
    ...(typeof hectares === 'number' && { hectares }),
    ...(campoId && { campo_id: campoId }),
    ...(use && { use }),
    ...(!isGrazing && { is_grazing: false }),
    ...(receptivity !== null && { receptivity_ev_ha: receptivity === 'invalid' ? Number.NaN : receptivity }),
    ...(notes.trim() && { notes: notes.trim() }),
    ...(water && { water, water_on: today }),
    ...(animals.length > 0 && { animals }),
  };
};

/** A new lot, with signal or without (product.md §4, Lot creation). What is typed outlives the screen. */
export const CreateLotScreen = ({ onDone }: { readonly onDone: (id: string) => void }) => {
  const kept = useDraftOnce(draftKey);
  return (
    <>
      <PageHeading title="Nuevo lote" />
      {kept === undefined ? <Skeleton rows={4} /> : <LotForm kept={kept} onDone={onDone} />}
    </>
  );
};

interface LotFormProps {
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly onDone: (id: string) => void;
}

const LotForm = ({ kept, onDone }: LotFormProps) => {
  const farm = useFarm();
  const today = useToday();
  const [draft, setDraft] = useState<Draft>({ ...blank, ...(kept as Partial<Draft> | null) });
  const [restored, setRestored] = useState(kept !== null);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const isDirty = !saved && JSON.stringify(draft) !== JSON.stringify(blank);
  useBusy(draftKey, isDirty);
  const keeping = useKeptDraft(draftKey, { ...draft }, isDirty);
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const errorOf = (path: string): { readonly error?: string } => {
    const error = issues.find((issue) => issue.path.startsWith(path))?.message;
    return error === undefined ? {} : { error };
  };

  const save = async (): Promise<void> => {
    const body = bodyOf(draft, today);
    const parsed = newLotForm.safeParse(body);
    setBusy(true);
    const found = parsed.success
      ? takenNameIssues(draft.name, await farm.views.lots(), null)
      : issuesOf(parsed.error.issues);
    setIssues(found);
    setFailed(unsaidOf(found));
    if (found.length > 0) {
      setBusy(false);
      return;
    }
    keeping.settle();
    const done = await farm.acts.createLot(body, draftKey);
    setBusy(false);
    if (!done.ok) {
      keeping.keepAgain({ ...draft });
      const { problem } = done;
      setIssues(problem.reason === 'invalid' ? problem.issues : []);
      setFailed(problem.reason === 'invalid' ? unsaidOf(problem.issues) : problem.message || sentences.lotCreateFailed);
      return;
    }
    setSaved(true);
    toastSuccess('Guardado en este celular');
    onDone(done.value.entityId);
  };

  return (
    <Stack>
      {restored ? (
        <Restored
          onStartOver={() => {
            setDraft(blank);
            setRestored(false);
            void farm.saveDraft(draftKey, null);
          }}
        />
      ) : null}
      <LotFields draft={draft} change={change} errorOf={errorOf} />
      <WaterChoice water={draft.water} onChange={(water) => change({ water })} />
      <OpeningHeads heads={draft.heads} onChange={(heads) => change({ heads })} />
      {failed ? (
        <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
          {failed}
        </Notice>
      ) : null}
      <Button variant="primary" wide busy={busy} onClick={() => void save()}>
        Guardar lote
      </Button>
    </Stack>
  );
};

const Restored = ({ onStartOver }: { readonly onStartOver: () => void }) => (
  <Notice
    action={
      <Button compact onClick={onStartOver}>
        Empezar de nuevo
      </Button>
    }
  >
    Recuperamos lo que estabas cargando
  </Notice>
);

/** The animals that stand there today: one opening record (domain.md §2.2). */
const OpeningHeads = (props: {
  readonly heads: Readonly<Record<string, number>>;
  readonly onChange: (heads: Readonly<Record<string, number>>) => void;
}) => {
  const categories = useLive((views) => views.categories());
  const [open, setOpen] = useState(false);
  const isOpen = open || Object.values(props.heads).some((count) => count > 0);
  if (!isOpen) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Agregar animales
      </Button>
    );
  }
  return (
    <fieldset>
      <legend>Animales que ya están en el lote</legend>
      {categories
        ?.filter((category) => category.active)
        .toSorted((a, b) => Number(isCalfAtFoot(a)) - Number(isCalfAtFoot(b)) || a.order - b.order)
        .map((category) => (
          <Stepper
            key={category.id}
            label={category.name}
            value={props.heads[category.id] ?? 0}
            max={limits.headsPerLine}
            onChange={(count) => props.onChange({ ...props.heads, [category.id]: count })}
          />
        ))}
    </fieldset>
  );
};
