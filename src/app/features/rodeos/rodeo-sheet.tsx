import { limits, rodeoActivities, rodeoBreeds, rodeoColors } from '#domain';
import { CheckField, ChipGroup, type Group, IconTile, noNumber, NumberField, SelectField, TextField } from '#ui';
import { type ThingFormProps, ThingSheet } from '#farm/things/thing-sheet.tsx';
import styles from './rodeos.module.css';

const blank = { name: '', activity: '', breed: '', target_daily_gain_kg: noNumber, color: '', active: true };

/** Form of a rodeo (domain.md §2.3). Its animals change only by records. */
export const RodeoSheet = (props: ThingFormProps) => (
  <ThingSheet
    subject="rodeo"
    {...props}
    blank={blank}
    fields={({ values, change, bind }) => (
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
        {props.id === null ? null : (
          <CheckField label="Activo" hint="Un rodeo inactivo queda al final de la lista." {...bind('active')} />
        )}
      </>
    )}
  />
);

/** Keeps an unknown breed, written by another app or version. */
const breedOptions = (breed: string) =>
  [...new Set([...rodeoBreeds, ...(breed ? [breed] : [])])].map((name) => ({ value: name, label: name }));

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
