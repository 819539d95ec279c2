import { defaultCycleName, formatNumber, headsOf, limits, serviceTypes, unusualServiceDays } from '#domain';
import { useCategories, useRodeos, useStock } from '#platform';
import type { FormOf } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import { Chip, ChipGroup, Notice, NumberField, TextArea, TextField } from '#ui';
import { cycleBody, cycleIssues, cycleStart, type CycleValues } from './cycle-values.ts';
import styles from './cycles.module.css';
import { RodeoOffer } from './rodeo-offer.tsx';

interface CycleFormProps {
  /** Null for a new cycle. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

type Form = FormOf<CycleValues>;

/** Plans or edits a breeding service (domain.md §2.9). */
export const CycleForm = ({ id, onSaved, onClose }: CycleFormProps) => (
  <ThingSheet
    subject="cycle"
    id={id}
    title={id === null ? 'Nuevo ciclo' : 'Editar ciclo'}
    startOf={cycleStart}
    bodyOf={cycleBody}
    check={cycleIssues}
    fields={(form) => (
      <>
        <RodeoChips form={form} />
        <ServiceFields form={form} />
        <ServedFields form={form} />
        <RestFields form={form} />
      </>
    )}
    onSaved={onSaved}
    onClose={onClose}
  />
);

const RodeoChips = ({ form: { values, change, errorOf, fieldId } }: { readonly form: Form }) => {
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

const ServiceFields = ({ form: { values, bind } }: { readonly form: Form }) => (
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

/** Served females by category, with today's heads beside each. */
const ServedFields = ({ form: { values, change, errorOf, fieldId } }: { readonly form: Form }) => {
  const categories = useCategories();
  const stock = useStock();
  const { error } = errorOf('served');
  const females = categories?.filter((one) => one.is_breeding_female || one.id in values.served) ?? [];
  const standing = (category: string): number =>
    (stock ?? [])
      .filter((cell) => cell.category === category && cell.rodeo !== null && values.rodeo_ids.includes(cell.rodeo))
      .reduce((sum, cell) => sum + cell.head, 0);
  return (
    <fieldset id={fieldId('served')} tabIndex={-1} className={styles.set}>
      <legend>Vientres entorados</legend>
      <p>Si lo dejás vacío, se toman los del rodeo el día en que empieza el servicio.</p>
      <div className={styles.fields}>
        {females.map((category) => (
          <NumberField
            key={category.id}
            label={category.name}
            hint={`Hoy hay ${headsOf(standing(category.id), category.name)}`}
            value={values.served[category.id] ?? null}
            onChange={(heads) => change({ served: { ...values.served, [category.id]: heads } })}
          />
        ))}
      </div>
      {error ? <p role="alert">{error}</p> : null}
    </fieldset>
  );
};

const RestFields = ({ form: { bind } }: { readonly form: Form }) => (
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
