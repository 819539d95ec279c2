import { ListChecks, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { allKinds, fullName, movementGroups } from '#domain';
import { useLots, useMembers, useRodeos } from '#platform';
import { Button, Chip, ChipGroup, Cluster, optionsOf, PageHeading, SelectField, TextField } from '#ui';
import type { MovementFilter, MovementStanding } from '#sync/farm.ts';
import styles from './movements.module.css';

interface FieldsProps {
  readonly asked: Asked;
  readonly onChange: (asked: Asked) => void;
}

interface FiltersProps extends FieldsProps {
  readonly title: string;
  readonly isPicking: boolean;
  readonly onPick: () => void;
}

/** Heading and filters: groups as chips, the rest behind a chip with their count. */
export const Filters = ({ title, asked, onChange, isPicking, onPick }: FiltersProps) => {
  const [open, setOpen] = useState(false);
  const questions = questionsIn(asked);
  return (
    <>
      <PageHeading
        title={title}
        aside={
          <Cluster>
            <Chip pressed={open} icon={<SlidersHorizontal size={20} />} onPress={() => setOpen(!open)}>
              <span className={styles.chipWords}>Buscar y filtrar</span>
              {questions === 0 ? null : ` (${questions})`}
            </Chip>
            <Chip pressed={isPicking} icon={<ListChecks size={20} />} onPress={onPick}>
              <span className={styles.chipWords}>Seleccionar</span>
            </Chip>
          </Cluster>
        }
      />
      <ChipGroup
        strip
        label="Tipo de movimiento"
        labelHidden
        options={[
          { value: '', label: 'Todos' },
          ...Object.entries(movementGroups).map(([value, label]) => ({ value, label })),
        ]}
        value={asked.group}
        onChange={(group) => onChange({ ...asked, group })}
      />
      {questions === 0 ? null : (
        <Button compact variant="quiet" onClick={() => onChange({ ...nothingAsked, group: asked.group })}>
          Quitar filtros
        </Button>
      )}
      {open ? <Fields asked={asked} onChange={onChange} /> : null}
    </>
  );
};

const Fields = ({ asked, onChange }: FieldsProps) => {
  const lots = useLots() ?? [];
  const rodeos = useRodeos() ?? [];
  // People without access record nothing.
  const recorders = (useMembers() ?? []).filter((person) => person.state !== 'sin_acceso');
  const ask = (name: keyof Asked) => ({
    value: asked[name],
    onChange: (value: string): void => onChange({ ...asked, [name]: value }),
  });
  return (
    <div className={styles.filters}>
      <TextField label="Buscar" type="search" {...ask('text')} />
      <SelectField
        label="Lote"
        isFilter
        placeholder="Todos los lotes"
        options={optionsOf(lots.map(({ lot }) => lot))}
        {...ask('lotId')}
      />
      <SelectField
        label="Rodeo"
        isFilter
        placeholder="Todos los rodeos"
        options={optionsOf(rodeos.map(({ rodeo }) => rodeo))}
        {...ask('rodeoId')}
      />
      <SelectField
        label="Quién lo registró"
        isFilter
        placeholder="Todos"
        options={recorders.map((person) => ({ value: person.id, label: fullName(person) }))}
        {...ask('authorId')}
      />
      <SelectField label="Estado" isFilter placeholder="Todos los estados" options={standings} {...ask('standing')} />
      <TextField label="Desde" type="date" {...ask('from')} />
      <TextField label="Hasta" type="date" {...ask('to')} />
    </div>
  );
};

/** The list's filter as its fields hold it; empty: not set. */
const nothing = { group: '', text: '', lotId: '', rodeoId: '', authorId: '', standing: '', from: '', to: '' };
type Asked = Readonly<typeof nothing>;
export const nothingAsked: Asked = nothing;

/** Movement states (domain.md §2.16). */
const standings: Readonly<Record<MovementStanding, string>> = {
  activo: 'Activo',
  eliminado: 'Eliminado',
  pendiente: 'Pendiente',
  con_error: 'Con error',
};
const isStanding = (word: string): word is MovementStanding => Object.hasOwn(standings, word);

/** For the views. */
export function filterOf({ group, text, standing, ...rest }: Asked): MovementFilter {
  const plain = Object.entries(rest).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(plain),
    ...(group !== '' && { types: allKinds.filter((kind) => kind.group === group).map((kind) => kind.type) }),
    ...(text.trim() !== '' && { text }),
    ...(isStanding(standing) && { standing }),
  };
}

/** Filters set behind 'Buscar y filtrar'; the group has its own chips. */
export const questionsIn = ({ group: _group, ...rest }: Asked): number =>
  Object.values(rest).filter((value) => value.trim() !== '').length;

/** The filter a tab kept; ignores what another version stored. */
export function askedBefore(kept: unknown): Asked {
  if (typeof kept !== 'object' || kept === null) return nothingAsked;
  const known = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(nothing, name) && typeof value === 'string',
  );
  return { ...nothing, ...Object.fromEntries(known) };
}
