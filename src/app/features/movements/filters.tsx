import { ListChecks, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { fullName, movementGroups } from '#domain';
import { useLots, useMembers, useRodeos } from '#platform';
import { Button, Chip, ChipGroup, Cluster, optionsOf, PageHeading, SelectField, TextField } from '#ui';
import { type Asked, nothingAsked, questionsIn, standings } from './asked.ts';
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
