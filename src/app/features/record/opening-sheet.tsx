import { useFarm, useToday } from '#platform';
import { DraftSheet, failedAt, failureIn, type FormOf } from '#forms';
import { type CountedLine, rodeoUnsaid } from '#domain';
import { atKilos, type Kilos, noRodeo, OpeningFields, saidKilos } from '#farm/opening-fields.tsx';
import { recency } from '#farm/recent-lots.ts';
import type { MovementView } from '#sync/farm.ts';
import { Stack } from '#ui';
import { PlacePicker } from './place-picker.tsx';
import type { Place } from './place-sheet.tsx';
import type { FarmThings } from './start.ts';
import { FormlessSheet, useFarmThings } from './use-things.tsx';

interface OpeningValues {
  readonly lot_id: string;
  /** `none`: 'Sin rodeo'; empty: not answered. */
  readonly rodeo_id: string;
  readonly date: string;
  readonly heads: Readonly<Record<string, number>>;
  readonly kilos: Kilos;
}

interface OpeningSheetProps {
  /** Null: a new one. */
  readonly view: MovementView | null;
  readonly lotId: string | null;
  readonly onClose: () => void;
}

function startOf({ view, lotId }: OpeningSheetProps, today: string): OpeningValues {
  if (!view) return { lot_id: lotId ?? '', rodeo_id: '', date: today, heads: {}, kilos: {} };
  const { movement } = view;
  return {
    lot_id: movement.metadata.lot_id ?? '',
    rodeo_id: movement.rodeoId ?? noRodeo,
    date: movement.date,
    heads: Object.fromEntries(movement.animals.map(({ type, count }) => [type, count])),
    kilos: kilosOf(view),
  };
}

function kilosOf(view: MovementView | null): Readonly<Record<string, number>> {
  const counted = view?.movement.metadata.counted;
  const lines = Array.isArray(counted) ? (counted as readonly CountedLine[]) : [];
  return Object.fromEntries(
    lines.flatMap(({ type, average_kg }) => (average_kg === undefined ? [] : [[type, average_kg] as const])),
  );
}

/** Request body; without rodeos on the farm, null. `stood`: earlier kilos; a cleared one is sent as null, since an omitted one stays. */
const bodyOf = ({ lot_id, rodeo_id, date, heads, kilos }: OpeningValues, hasRodeos: boolean, stood: Kilos) => ({
  kind: 'opening',
  date,
  lot_id,
  rodeo_id: rodeo_id === noRodeo || !hasRodeos ? null : rodeo_id,
  counted: Object.entries(heads).flatMap(([type, count]) =>
    count > 0 ? [{ type, count, ...(type in stood && { average_kg: null }), ...saidKilos(kilos[type]) }] : [],
  ),
});

/** 'Existencia inicial': stock of a lot on a day, the base of later counts (domain.md §3.1). */
export const OpeningSheet = (props: OpeningSheetProps) => {
  const { view, lotId, onClose } = props;
  const farm = useFarm();
  const today = useToday();
  const things = useFarmThings();
  const title = view ? 'Corregir existencia inicial' : 'Existencia inicial';
  if (!things) {
    return <FormlessSheet title={title} onClose={onClose} />;
  }
  const id = view?.movement.id;
  const hasRodeos = things.rodeos.length > 0;
  return (
    <DraftSheet
      title={title}
      draftKey={id === undefined ? ['existencia', lotId].filter(Boolean).join(' ') : `edicion ${id}`}
      start={startOf(props, today)}
      saveLabel="Guardar existencia"
      save={async (values, draftKey) => {
        if (hasRodeos && values.rodeo_id === '') return failedAt('rodeo_id', rodeoUnsaid);
        const detail = view?.movement.detail;
        const body = { ...bodyOf(values, hasRodeos, kilosOf(view)), ...(detail && { detail }) };
        const failed = failureIn(await farm.acts.countAnimals(body, draftKey, id));
        return failed && { ...failed, issues: atKilos(failed.issues, 'counted', body.counted) };
      }}
      onClose={onClose}
    >
      {(form) => <Fields {...{ form, things }} />}
    </DraftSheet>
  );
};

interface FieldsProps {
  readonly form: FormOf<OpeningValues>;
  readonly things: FarmThings;
}

const Fields = ({ form, things }: FieldsProps) => {
  const { values, change, bind, errorOf, fieldId } = form;
  const { error } = errorOf('counted');
  const lotField = bind('lot_id');
  const rank = recency(things.habits);
  const rodeos = things.rodeos.map(({ rodeo }) => rodeo);
  return (
    <>
      <PlacePicker
        label="Lote"
        half="lot"
        things={things}
        places={things.lots.map(({ lot }) => lot).toSorted((a, b) => rank(a.id) - rank(b.id))}
        {...lotField}
        onChange={(lot) => lotField.onChange(lot ?? '')}
      />
      <section id={fieldId('counted')} tabIndex={-1} aria-label="Animales">
        <Stack>
          {error === undefined ? null : <p role="alert">{error}</p>}
          <OpeningFields
            idOf={fieldId}
            errorOf={errorOf}
            paths={{ rodeo: 'rodeo_id', date: 'date' }}
            rodeos={rodeos}
            categories={things.categories}
            rodeo={values.rodeo_id}
            rodeoPicker={rodeos.length === 0 ? null : <RodeoPicker {...{ form, things, rodeos }} />}
            date={values.date}
            heads={values.heads}
            kilos={values.kilos}
            onChange={({ rodeo: _, ...rest }) => change(rest)}
          />
        </Stack>
      </section>
    </>
  );
};

const RodeoPicker = ({ form, things, rodeos }: FieldsProps & { readonly rodeos: readonly Place[] }) => {
  const said = form.values.rodeo_id;
  return (
    <PlacePicker
      id={form.fieldId('rodeo_id')}
      label="Rodeo"
      half="rodeo"
      things={things}
      places={rodeos}
      value={said === '' ? undefined : said === noRodeo ? null : said}
      onChange={(rodeo) => form.change({ rodeo_id: rodeo ?? noRodeo })}
      noneWord="Sin rodeo"
      isNoneOffered
      {...form.errorOf('rodeo_id')}
    />
  );
};
