import { useState } from 'react';
import { sentences } from '#contract/sentences.ts';
import { type Day, type Issue, issuesOf, newLotForm, rodeoUnsaid } from '#domain';
import { NothingHere } from '#farm/nothing-here.tsx';
import { Button, PageHeading, Skeleton, Stack, typedNumber } from '#ui';
import {
  type Draft,
  failedAt,
  type FormFailure,
  FormHead,
  PageForm,
  type PartOf,
  useDraft,
  useDraftOnce,
  useForm,
  written,
} from '#forms';
import { toastSaved, useCategories, useFarm, useMay, useRodeos, useToday } from '#platform';
import { atKilos, type Kilos, noRodeo, OpeningFields, saidKilos } from '#farm/opening-fields.tsx';
import { blankLot, type LotDraft, LotFields, takenNameIssues } from './edit-lot.tsx';
import { WaterChoice } from './lot-facts.tsx';

interface NewLot extends LotDraft {
  readonly water: string;
  readonly heads: Readonly<Record<string, number>>;
  readonly kilos: Kilos;
  /** Date of the heads; empty: today. */
  readonly headsOn: string;
  /** `none`: 'Sin rodeo'; empty: not answered. */
  readonly rodeo: string;
}

const blank: NewLot = { ...blankLot, water: '', heads: {}, kilos: {}, headsOn: '', rodeo: '' };
const draftKey = 'lote-nuevo';

/** The water travels with the lot, so it cannot arrive before it. */
const bodyOf = (
  { name, hectares, campoId, use, isGrazing, receptivity, notes, water, heads, kilos, ...rest }: NewLot,
  today: Day,
) => {
  const rodeo_id = rest.rodeo === '' || rest.rodeo === noRodeo ? null : rest.rodeo;
  const animals = Object.entries(heads)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => ({ type, count, rodeo_id, ...saidKilos(kilos[type]) }));
  return {
    name,
    ...(typeof hectares === 'number' && { hectares }),
    ...written({ campo_id: campoId, use, notes }),
    ...(!isGrazing && { is_grazing: false }),
    ...(receptivity !== null && { receptivity_ev_ha: typedNumber(receptivity) }),
    ...(water && { water, water_on: today }),
    ...(animals.length > 0 && { animals, animals_on: rest.headsOn || today }),
  };
};

interface NewLotProps {
  readonly onDone: (id: string) => void;
}

/** Form of a new lot, works offline (product.md §4, Lot creation). The draft outlives the screen. */
export const CreateLotScreen = ({ onDone }: NewLotProps) => {
  const draft = useDraftOnce(draftKey);
  return (
    <>
      <PageHeading title="Nuevo lote" />
      {draft === undefined ? <Skeleton rows={4} /> : <LotForm draft={draft} onDone={onDone} />}
    </>
  );
};

const LotForm = ({ draft, onDone }: NewLotProps & { readonly draft: Draft | null }) => {
  const farm = useFarm();
  const today = useToday();
  const form = useForm<NewLot>({
    start: blank,
    keeping: useDraft(draftKey, draft),
    save: async (typed) => {
      const body = bodyOf(typed, today);
      const parsed = newLotForm.safeParse(body);
      const isRodeoUnsaid = body.animals !== undefined && typed.rodeo === '' && (await farm.views.rodeos()).length > 0;
      if (isRodeoUnsaid) return failedAt('rodeo', rodeoUnsaid);
      const found = parsed.success
        ? takenNameIssues(typed.name, await farm.views.lots(), null)
        : issuesOf(parsed.error.issues);
      if (found.length > 0) return distinctNames(atKilos(found, 'animals', body.animals ?? []));
      const done = await farm.acts.createLot(body, draftKey);
      if (!done.ok) {
        const { problem } = done;
        if (problem.reason === 'invalid') return distinctNames(atKilos(problem.issues, 'animals', body.animals ?? []));
        return { message: problem.message || sentences.lotCreateFailed, issues: [] };
      }
      toastSaved(farm);
      onDone(done.value.entityId);
      return null;
    },
  });
  const { values, change } = form;
  return (
    <PageForm onSubmit={form.submit}>
      <Stack>
        <FormHead form={form} />
        <LotFields form={form} />
        <WaterChoice water={values.water} onChange={(water) => change({ water })} />
        <OpeningHeads {...form} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Guardar lote
        </Button>
      </Stack>
    </PageForm>
  );
};

/** Guards the form of a new lot: anybody may know its address (domain.md §2.18). */
export const NewLotScreen = (props: NewLotProps) =>
  useMay('edit-places') ? (
    <CreateLotScreen {...props} />
  ) : (
    <NothingHere title="Nuevo lote" to="/lots">
      Los lotes los crea el dueño o un administrador.
    </NothingHere>
  );

/** Animals already in a new lot (domain.md §2.2). */
const OpeningHeads = ({ values: draft, change, errorOf, fieldId }: PartOf<NewLot>) => {
  const categories = useCategories();
  const rodeos = useRodeos();
  const today = useToday();
  const [open, setOpen] = useState(false);
  const isOpen = open || Object.values(draft.heads).some((count) => count > 0);
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
      <OpeningFields
        idOf={fieldId}
        errorOf={errorOf}
        paths={{ rodeo: 'rodeo', date: 'animals_on' }}
        rodeos={(rodeos ?? []).map(({ rodeo }) => rodeo)}
        categories={categories ?? []}
        rodeo={draft.rodeo}
        date={draft.headsOn || today}
        heads={draft.heads}
        kilos={draft.kilos}
        onChange={({ date, ...rest }) => change({ ...rest, ...(date !== undefined && { headsOn: date }) })}
      />
    </fieldset>
  );
};

/** Fields that show their own errors. */
const speaking = ['name', 'hectares', 'campo_id', 'use', 'receptivity_ev_ha', 'notes', 'kilos.'];

const isSaid = (issue: Issue): boolean => speaking.some((name) => issue.path.startsWith(name));

/** Issues for the fields, and the first one no field shows: otherwise a refused save would look like nothing. */
const distinctNames = (issues: readonly Issue[]): FormFailure => ({
  message: issues.find((issue) => !isSaid(issue))?.message ?? null,
  issues: issues.filter(isSaid),
});
