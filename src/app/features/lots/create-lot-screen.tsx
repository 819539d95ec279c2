import { sentences } from '#contract/sentences.ts';
import { type Day, issuesOf, newLotForm, rodeoUnsaid } from '#domain';
import { Button, PageHeading, Skeleton, Stack, toastSaved, typedNumber } from '#ui';
import { failedAt, FormHead, PageForm, useDraft, useDraftOnce, useForm } from '#forms';
import { useFarm, useFarmStatus, useToday } from '#platform';
import { atKilos, type Kilos, noRodeo, saidKilos } from '#farm/opening-fields.tsx';
import { blankLot, type LotDraft, LotFields } from './lot-fields.tsx';
import { WaterChoice } from './lot-water.tsx';
import { OpeningHeads } from './opening-heads.tsx';
import { takenNameIssues } from './taken-name.ts';
import { distinctNames } from './unsaid.ts';

interface Draft extends LotDraft {
  readonly water: string;
  readonly heads: Readonly<Record<string, number>>;
  readonly kilos: Kilos;
  /** Date of the heads; empty: today. */
  readonly headsOn: string;
  /** `none`: 'Sin rodeo'; empty: not answered. */
  readonly rodeo: string;
}

const blank: Draft = { ...blankLot, water: '', heads: {}, kilos: {}, headsOn: '', rodeo: '' };
const draftKey = 'lote-nuevo';

/** The water travels with the lot, so it cannot arrive before it. */
const bodyOf = (
  { name, hectares, campoId, use, isGrazing, receptivity, notes, water, heads, kilos, ...rest }: Draft,
  today: Day,
) => {
  const rodeo_id = rest.rodeo === '' || rest.rodeo === noRodeo ? null : rest.rodeo;
  const animals = Object.entries(heads)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => ({ type, count, rodeo_id, ...saidKilos(kilos[type]) }));
  return {
    name,
    ...(typeof hectares === 'number' && { hectares }),
    ...(campoId && { campo_id: campoId }),
    ...(use && { use }),
    ...(!isGrazing && { is_grazing: false }),
    ...(receptivity !== null && { receptivity_ev_ha: typedNumber(receptivity) }),
    ...(notes.trim() && { notes: notes.trim() }),
    ...(water && { water, water_on: today }),
    ...(animals.length > 0 && { animals, animals_on: rest.headsOn || today }),
  };
};

/** Form of a new lot, works offline (product.md §4, Lot creation). The draft outlives the screen. */
export const CreateLotScreen = ({ onDone }: { readonly onDone: (id: string) => void }) => {
  const draft = useDraftOnce(draftKey);
  return (
    <>
      <PageHeading title="Nuevo lote" />
      {draft === undefined ? <Skeleton rows={4} /> : <LotForm draft={draft} onDone={onDone} />}
    </>
  );
};

interface LotFormProps {
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly onDone: (id: string) => void;
}

const LotForm = ({ draft, onDone }: LotFormProps) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const today = useToday();
  const form = useForm<Draft>({
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
      toastSaved(reach === 'reachable');
      onDone(done.value.entityId);
      return null;
    },
  });
  const { values, change } = form;
  return (
    <PageForm onSubmit={() => void form.submit()}>
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
