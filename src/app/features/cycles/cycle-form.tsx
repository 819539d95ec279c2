import { failureWords } from '#farm/failure-words.ts';
import {
  type Category,
  type Cell,
  counted,
  defaultCycleName,
  failure,
  formatNumber,
  headsOf,
  type Issue,
  limits,
  netHeads,
  type Result,
  rodeo as rodeoThing,
  serviceIssues,
  serviceTypes,
  standingHeads,
  success,
  unusualServiceDays,
} from '#domain';
import { useCategories, useFarm, useRodeos, useStock, useToday } from '#platform';
import { type FormOf, useTry } from '#forms';
import { type ThingFormProps, ThingSheet } from '#farm/things/thing-sheet.tsx';
import {
  Button,
  Chip,
  ChipGroup,
  Notice,
  noNumber,
  NumberField,
  type NumberFieldValue,
  TextArea,
  TextField,
  typedNumber,
} from '#ui';
import styles from './cycles.module.css';
import { useState } from 'react';
import { changeRodeo } from '#domain/movements/kinds/moves.ts';
import type { Farm, SaveProblem } from '#sync/farm.ts';

const blank = {
  name: '',
  rodeo_ids: [] as readonly string[],
  service_type: 'natural',
  service_start: '',
  service_end: '',
  /** Heads by category; absent is unknown. */
  served: {} as Readonly<Record<string, NumberFieldValue>>,
  bulls: noNumber,
  withdrawn: noNumber,
  vet: '',
  notes: '',
};
type CycleValues = typeof blank;
type Form = FormOf<CycleValues>;

/** Plans or edits a breeding service (domain.md §2.9). */
export const CycleForm = (props: ThingFormProps) => (
  <ThingSheet
    subject="cycle"
    {...props}
    blank={blank}
    startOf={(row) => ({
      served: Object.fromEntries((row?.served ?? []).map((line) => [line.category_id, line.count])),
    })}
    bodyOf={(values) => ({ served: servedIn(values) })}
    check={cycleIssues}
    fields={(form) => (
      <>
        <RodeoChips {...form} />
        <ServiceFields {...form} />
        <ServedFields {...form} />
        <RestFields {...form} />
      </>
    )}
  />
);

const RodeoChips = ({ values, change, errorOf, fieldId }: Form) => {
  const rodeos = useRodeos();
  const { error } = errorOf('rodeo_ids');
  const toggle = (id: string): void =>
    change({
      rodeo_ids: values.rodeo_ids.includes(id)
        ? values.rodeo_ids.filter((other) => other !== id)
        : [...values.rodeo_ids, id],
    });
  return (
    <fieldset id={fieldId('rodeo_ids')} tabIndex={-1} className={styles.set}>
      <legend>Rodeos en servicio</legend>
      <div className={styles.chips}>
        {rodeos?.map(({ rodeo, heads }) => (
          <Chip key={rodeo.id} pressed={values.rodeo_ids.includes(rodeo.id)} onPress={() => toggle(rodeo.id)}>
            {`${rodeo.name} · ${formatNumber(heads, 0)}`}
          </Chip>
        ))}
      </div>
      {error ? <p role="alert">{error}</p> : null}
      {rodeos ? (
        <RodeoOffer isFirst={rodeos.length === 0} onMade={(id) => change({ rodeo_ids: [...values.rodeo_ids, id] })} />
      ) : null}
    </fieldset>
  );
};

const ServiceFields = ({ values, bind }: Form) => (
  <>
    <ChipGroup label="Tipo de servicio" options={serviceTypes} {...bind('service_type')} />
    <div className={styles.fields}>
      <TextField label="Empieza" type="date" {...bind('service_start')} />
      <TextField label="Termina" type="date" {...bind('service_end')} />
    </div>
    <LongService {...values} />
    <TextField
      label="Nombre"
      optional
      maxLength={limits.placeNameMaxLength}
      placeholder={values.service_start ? defaultCycleName(values.service_start) : ''}
      {...bind('name')}
    />
  </>
);

const LongService = ({ service_start, service_end }: Pick<CycleValues, 'service_start' | 'service_end'>) => {
  const days = service_start && service_end ? unusualServiceDays({ service_start, service_end }) : null;
  return days === null ? null : (
    <Notice tone="warn" role="status">
      El servicio dura {days} días; lo usual son hasta 120. Revisá las fechas: los terneros nacerían repartidos en
      muchos meses.
    </Notice>
  );
};

const ServedFields = ({ values, change, errorOf, fieldId }: Form) => {
  const categories = useCategories();
  const stock = useStock();
  const { error } = errorOf('served');
  const females = categories?.filter((one) => one.is_breeding_female || one.id in values.served) ?? [];
  const cells = stock?.filter(({ rodeo }) => rodeo !== null && values.rodeo_ids.includes(rodeo));
  const hintOf = ({ id, name }: Category): string =>
    `Hoy hay ${headsOf(standingHeads((cells ?? []).filter((cell) => cell.category === id)), name)}`;
  // While no rodeo is chosen, none of its cows are known.
  const isKnown = cells !== undefined && values.rodeo_ids.length > 0;
  return (
    <fieldset id={fieldId('served')} tabIndex={-1} className={styles.set}>
      <legend>Vientres entorados</legend>
      <p>Si lo dejás vacío, se toman los del rodeo el día en que empieza el servicio.</p>
      <div className={styles.fields}>
        {females.map((category) => (
          <NumberField
            key={category.id}
            label={category.name}
            {...(isKnown && { hint: hintOf(category) })}
            value={values.served[category.id] ?? null}
            onChange={(heads) => change({ served: { ...values.served, [category.id]: heads } })}
          />
        ))}
      </div>
      {error ? <p role="alert">{error}</p> : null}
    </fieldset>
  );
};

const RestFields = ({ bind }: Form) => (
  <>
    <div className={styles.fields}>
      <NumberField label="Toros" optional {...bind('bulls')} />
      <NumberField
        label="Retiradas del servicio"
        optional
        hint="Las muertas y vendidas con registro se descuentan solas"
        {...bind('withdrawn')}
      />
    </div>
    <TextField label="Veterinario" optional maxLength={limits.personNameMaxLength} {...bind('vet')} />
    <TextArea label="Observaciones" optional maxLength={2000} {...bind('notes')} />
  </>
);

/** Females left blank follow from the book. */
function servedIn({ served }: CycleValues) {
  const lines = Object.entries(served).flatMap(([category_id, heads]) => {
    const count = typedNumber(heads);
    return count === null ? [] : [{ category_id, count }];
  });
  return lines.length > 0 ? lines : undefined;
}

/** A service ends after it begins, within half a year. */
const cycleIssues = ({ service_start, service_end }: CycleValues): readonly Issue[] =>
  service_start && service_end ? serviceIssues({ service_start, service_end }) : [];

interface RodeoOfferProps {
  /** The first rodeo takes all animals, later ones only breeding females. */
  readonly isFirst: boolean;
  readonly onMade: (rodeoId: string) => void;
}

const firstName = 'Rodeo general';

/** Makes a rodeo of animals in none: a change of rodeo for each lot. */
async function gather(
  { acts }: Farm,
  name: string,
  cells: readonly Cell[],
  date: string,
): Promise<Result<string, SaveProblem>> {
  const made = await acts.createThing(rodeoThing.name, { name });
  if (!made.ok) return made;
  const rodeo = made.value.entityId;
  for (const lot of new Set(cells.map((cell) => cell.lot))) {
    const animals = cells.flatMap((cell) => (cell.lot === lot ? [{ type: cell.category, count: cell.head }] : []));
    const body = { date, from_rodeo_id: null, to_rodeo_id: rodeo, lot_id: lot, animals };
    const moved = await acts.recordMovement(changeRodeo.type, body);
    if (!moved.ok) return failure(moved.problem);
  }
  return success(rodeo);
}

/** A service needs a rodeo: puts animals without one into a new one, by one touch. */
const RodeoOffer = ({ isFirst, onMade }: RodeoOfferProps) => {
  const farm = useFarm();
  const today = useToday();
  const stock = useStock();
  const categories = useCategories();
  const [typed, setTyped] = useState<string | null>(null);
  const breeding = new Set(categories?.filter((one) => one.is_breeding_female).map(({ id }) => id));
  const loose = (stock ?? []).filter((cell) => cell.rodeo === null && cell.head > 0);
  const cells = isFirst ? loose : loose.filter((cell) => breeding.has(cell.category));
  const heads = netHeads(cells);
  const make = useTry(async () => {
    const done = await gather(farm, typed ?? firstName, cells, today);
    if (!done.ok) return failureWords(done.problem);
    onMade(done.value);
    return null;
  });
  if (!stock || !categories || (heads === 0 && !isFirst)) return null;
  return (
    <>
      <p>{heads > 0 ? `Hay ${counted(heads, 'animal')} sin rodeo.` : 'Todavía no hay rodeos.'}</p>
      <TextField
        label="Nombre del rodeo"
        maxLength={limits.placeNameMaxLength}
        value={typed ?? firstName}
        onChange={setTyped}
        {...(make.failed !== null && { error: make.failed })}
      />
      <Button wide busy={make.busy} onClick={make.run}>
        {heads > 0 ? `Crear el rodeo con ${counted(heads, 'animal')}` : 'Crear el rodeo'}
      </Button>
    </>
  );
};
