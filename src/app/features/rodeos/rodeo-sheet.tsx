import { limits, type Rodeo, rodeoActivities, rodeoBreeds, rodeoColors } from '#domain';
import {
  CheckField,
  ChipGroup,
  type Group,
  IconTile,
  NumberField,
  type NumberFieldValue,
  SelectField,
  TextField,
  typedNumber,
} from '#ui';
import type { FormOf } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import styles from './rodeos.module.css';

const startOf = (row: Rodeo | null) => ({
  name: row?.name ?? '',
  activity: row?.activity ?? '',
  breed: row?.breed ?? '',
  target_daily_gain_kg: (row?.target_daily_gain_kg ?? null) as NumberFieldValue,
  color: (row?.color ?? '') as string,
  active: row?.active ?? true,
});

type Draft = ReturnType<typeof startOf>;

const bodyOf = (draft: Draft) => ({
  ...draft,
  activity: draft.activity || null,
  breed: draft.breed || null,
  target_daily_gain_kg: typedNumber(draft.target_daily_gain_kg),
  color: draft.color || null,
});

interface RodeoSheetProps {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Form of a rodeo (domain.md §2.3). Its animals change only by records. */
export const RodeoSheet = ({ id, onSaved, onClose }: RodeoSheetProps) => (
  <ThingSheet
    subject="rodeo"
    id={id}
    startOf={startOf}
    bodyOf={bodyOf}
    onSaved={onSaved}
    onClose={onClose}
    fields={(form) => <RodeoFields form={form} isNew={id === null} />}
  />
);

/** Keeps an unknown breed, written by another app or version. */
const breedOptions = (breed: string) =>
  [...new Set([...rodeoBreeds, ...(breed ? [breed] : [])])].map((name) => ({ value: name, label: name }));

const RodeoFields = ({ form, isNew }: { readonly form: FormOf<Draft>; readonly isNew: boolean }) => {
  const { values, change, bind } = form;
  return (
    <>
      <TextField label="Nombre del rodeo" maxLength={limits.placeNameMaxLength} {...bind('name')} />
      <SelectField label="Actividad" optional options={rodeoActivities} {...bind('activity')} />
      <SelectField label="Raza" optional options={breedOptions(values.breed)} {...bind('breed')} />
      <ChipGroup
        label="Color en las listas (opcional)"
        options={Object.entries(rodeoColors).map(([value, label]) => ({
          value,
          label,
          icon: (
            <span className={styles.swatch}>
              <IconTile group={groupOfColor(value)}> </IconTile>
            </span>
          ),
        }))}
        {...bind('color')}
        onChange={(color) => change({ color: color === values.color ? '' : color })}
      />
      <NumberField label="Objetivo de ganancia diaria" optional unit="kg/día" {...bind('target_daily_gain_kg')} />
      {isNew ? null : (
        <CheckField label="Activo" hint="Un rodeo inactivo queda al final de la lista." {...bind('active')} />
      )}
    </>
  );
};

type RodeoColor = keyof typeof rodeoColors;

/** Rodeo colours reuse those of movement groups, which everybody can tell apart (ux.md §4.3). */
const groups: Readonly<Record<RodeoColor, Group>> = {
  verde: 'altas',
  bordo: 'bajas',
  azul: 'clima',
  turquesa: 'sanidad',
  violeta: 'reproduccion',
  marron: 'internos',
  mostaza: 'comercial',
  indigo: 'pesaje',
};

/** Grey without a colour, or with one unknown to this app. */
export const groupOfColor = (color: string | null): Group =>
  color !== null && Object.hasOwn(groups, color) ? groups[color as RodeoColor] : 'sistema';
