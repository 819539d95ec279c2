import { sentences } from '../../../contract/sentences.ts';
import type { Day } from '../../../domain/dates.ts';
import { newLotForm } from '../../../domain/farm/places.ts';
import { issuesOf } from '../../../domain/validation.ts';
import { Button } from '../../ui/button.tsx';
import { PageForm } from '../../forms/page-form.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { toastSaved } from '../../ui/toast-saved.ts';
import { useDraft, useDraftOnce } from '../../forms/drafts.ts';
import { useFarm, useFarmStatus } from '../../platform/farm-context.tsx';
import { FormHead } from '../../forms/form-head.tsx';
import { useForm } from '../../forms/use-form.ts';
import { rodeoUnsaid } from '../../../domain/farm/opening-words.ts';
import { atKilos, type Kilos, noRodeo, saidKilos } from '../../farm/opening-fields.tsx';
import { useToday } from '../../platform/today.ts';
import { blankLot, type LotDraft, LotFields } from './lot-fields.tsx';
import { WaterChoice } from './lot-water.tsx';
import { OpeningHeads } from './opening-heads.tsx';
import { takenNameIssues } from './taken-name.ts';
import { toldApart } from './unsaid.ts';
import { typedNumber } from '../../ui/number-text.ts';

interface Draft extends LotDraft {
  readonly water: string;
  readonly heads: Readonly<Record<string, number>>;
  readonly kilos: Kilos;
  /** The day of the heads; empty for today. */
  readonly headsOn: string;
  /** `none` for 'Sin rodeo'; empty while nobody said. */
  readonly rodeo: string;
}

const blank: Draft = { ...blankLot, water: '', heads: {}, kilos: {}, headsOn: '', rodeo: '' };
const draftKey = 'lote-nuevo';

/** The water goes with the lot itself: it is there as soon as the lot is, and no call of its own can arrive before it. */
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
  const { reach } = useFarmStatus();
  const today = useToday();
  const form = useForm<Draft>({
    start: blank,
    keeping: useDraft(draftKey, kept),
    save: async (draft) => {
      const body = bodyOf(draft, today);
      const parsed = newLotForm.safeParse(body);
      const isRodeoUnsaid = body.animals !== undefined && draft.rodeo === '' && (await farm.views.rodeos()).length > 0;
      if (isRodeoUnsaid) return { message: null, issues: [{ path: 'rodeo', message: rodeoUnsaid }] };
      const found = parsed.success
        ? takenNameIssues(draft.name, await farm.views.lots(), null)
        : issuesOf(parsed.error.issues);
      if (found.length > 0) return toldApart(atKilos(found, 'animals', body.animals ?? []));
      const done = await farm.acts.createLot(body, draftKey);
      if (!done.ok) {
        const { problem } = done;
        if (problem.reason === 'invalid') return toldApart(atKilos(problem.issues, 'animals', body.animals ?? []));
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
