import { useEffect, useMemo, useState } from 'react';
import { allKinds, byId, formatDay, fullName, joined, lotOf, movementGroups, rodeoOf } from '#domain';
import type { MovementFilter, MovementStanding } from '#sync/farm.ts';
import {
  Button,
  Chip,
  ChipGroup,
  Cluster,
  EmptyScene,
  optionsOf,
  PageHeading,
  Scene,
  SelectField,
  Skeleton,
  Stack,
  TextField,
  listed,
} from '#ui';
import { tabMemory, useFarm, useLive, useLots, useMembers, useNearEnd, useRodeos } from '#platform';
import { NoMovements } from '#farm/no-movements.tsx';
import { readFound } from './found.ts';
import { Picked, type PickedProps } from './picked-days.tsx';
import { type Picking, pickingBegins } from './pickable-row.tsx';
import { ListChecks, SlidersHorizontal } from 'lucide-react';
import styles from './movements.module.css';

const step = 50;

/** Pages read before asking to look further back. */
const firstStretches = 4;
const moreStretches = 20;

/** The filter survives opening a record (ux.md §2.3). */
function useAsked(group: string | undefined) {
  const key = `movimientos ${useFarm().organizationId}`;
  const [asked, setAsked] = useState(() => {
    const before = askedBefore(tabMemory.read(key));
    return isGroup(group) && before.group !== group ? { ...nothingAsked, group } : before;
  });
  useEffect(() => tabMemory.keep(key, asked), [key, asked]);
  return [asked, setAsked] as const;
}

const isGroup = (word: string | undefined): word is string => word !== undefined && Object.hasOwn(movementGroups, word);

interface MovementsScreenProps {
  readonly group?: string | undefined;
}

/** Movimientos: all records, newest first, by day (domain.md §2.16). */
export const MovementsScreen = ({ group }: MovementsScreenProps) => {
  const [asked, setAsked] = useAsked(group);
  const [picking, setPicking] = useState<Picking | null>(null);
  const filter = useMemo(() => filterOf(asked), [asked]);
  return (
    <>
      <Filters
        title="Movimientos"
        asked={asked}
        onChange={(next) => {
          setAsked(next);
          // Hidden rows must not be deleted with the rest.
          setPicking(null);
        }}
        onPick={() => setPicking(picking === null ? pickingBegins : null)}
        isPicking={picking !== null}
      />
      <Days key={JSON.stringify(filter)} filter={filter} picking={picking} onPicking={setPicking} />
    </>
  );
};

interface DaysProps extends Omit<PickedProps, 'items'> {
  readonly filter: MovementFilter;
}

const Days = ({ filter, ...pick }: DaysProps) => {
  const [asked, setAsked] = useState({ count: step, stretches: firstStretches });
  const found = useLast(useLive((views) => readFound(views, filter, asked), [asked]));
  const shown = found?.items.length ?? 0;
  // A full page loads more near the end; a short one waits for the person to ask.
  const isFull = found !== undefined && found.lookedTo !== null && shown >= asked.count;
  const end = useNearEnd(isFull, shown, () => setAsked((before) => ({ ...before, count: before.count + step })));
  if (!found) return <Skeleton rows={6} />;
  const further =
    found.lookedTo === null || isFull ? null : (
      <Further
        day={found.lookedTo}
        onMore={() => setAsked((before) => ({ ...before, stretches: before.stretches + moreStretches }))}
      />
    );
  if (shown === 0) {
    const parts = { action: further };
    return Object.keys(filter).length > 0 ? (
      <EmptyScene name="lost" {...parts}>
        {`No encontramos ${filter.text ? `«${filter.text}»` : 'movimientos así'}. Probá con el nombre del lote o la fecha.`}
      </EmptyScene>
    ) : (
      <NoMovements scene={<Scene name="herd" />} {...parts}>
        Todavía no hay movimientos. Registrá el primero y aparece acá, aunque no tengas señal.
      </NoMovements>
    );
  }
  return (
    <>
      <Picked items={found.items} {...pick} />
      <div ref={end}>{isFull ? <More /> : further}</div>
    </>
  );
};

/** More comes as the person goes down; paper says that there is more. */
const More = () => (
  <>
    <div className={styles.notOnPaper}>
      <Skeleton rows={2} />
    </div>
    <p className={styles.onPaper}>Hay movimientos anteriores, que no están en esta hoja.</p>
  </>
);

const Further = ({ day, onMore }: { readonly day: string; readonly onMore: () => void }) => (
  <Stack>
    <p role="status">Buscamos hasta el {formatDay(day)}.</p>
    <Button wide onClick={onMore}>
      Buscar más atrás
    </Button>
  </Stack>
);

/** Keeps the shorter list on screen while a longer one loads. */
function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

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
const Filters = ({ title, asked, onChange, isPicking, onPick }: FiltersProps) => {
  const [open, setOpen] = useState(false);
  const questions = questionsIn(asked);
  return (
    <>
      <PageHeading
        title={title}
        aside={
          <div className={styles.notOnPaper}>
            <Cluster>
              <Chip pressed={open} icon={<SlidersHorizontal size={20} />} onPress={() => setOpen(!open)}>
                <span className={styles.chipWords}>Buscar y filtrar</span>
                {questions === 0 ? null : ` (${questions})`}
              </Chip>
              <Chip pressed={isPicking} icon={<ListChecks size={20} />} onPress={onPick}>
                <span className={styles.chipWords}>Seleccionar</span>
              </Chip>
            </Cluster>
          </div>
        }
      />
      <ChipGroup
        strip
        label="Tipo de movimiento"
        labelHidden
        options={[{ value: '', label: 'Todos' }, ...listed(movementGroups)]}
        value={asked.group}
        onChange={(group) => onChange({ ...asked, group })}
      />
      {questions === 0 || open ? null : <AskedWords asked={asked} />}
      {questions === 0 ? null : (
        <Button compact variant="quiet" onClick={() => onChange({ ...nothingAsked, group: asked.group })}>
          Quitar filtros
        </Button>
      )}
      {open ? <Fields asked={asked} onChange={onChange} /> : null}
    </>
  );
};

/** What the list is filtered by while the fields that say it are folded away. */
const AskedWords = ({ asked }: Pick<FieldsProps, 'asked'>) => {
  const { text, lotId, rodeoId, authorId, standing, from, to } = asked;
  const lots = useLots();
  const rodeos = useRodeos();
  const author = byId(useMembers(), authorId);
  const words = joined(
    text.trim() && `«${text.trim()}»`,
    lots && lotId && (lotOf(lots, lotId)?.name ?? 'Lote eliminado'),
    rodeos && rodeoId && (rodeoOf(rodeos, rodeoId)?.name ?? 'Rodeo eliminado'),
    author && fullName(author),
    isStanding(standing) && standings[standing],
    from && `desde el ${formatDay(from)}`,
    to && `hasta el ${formatDay(to)}`,
  );
  return words === '' ? null : <p>Solo {words}</p>;
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
