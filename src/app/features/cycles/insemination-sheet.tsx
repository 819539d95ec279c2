import { offlineSentences } from '#contract/sentences-offline.ts';
import { counted, type Cycle, formatDay, formatNumber, isOpenCycle, type Issue, joined, sumOf } from '#domain';
import { useFarm, useToday } from '#platform';
import { DraftSheet, failureIn } from '#forms';
import {
  Asking,
  Button,
  Card,
  EmptyState,
  Notice,
  NumberField,
  type NumberFieldValue,
  Row,
  RowButton,
  RowList,
  TextField,
  toastError,
} from '#ui';
import { type Insemination, inseminationsOf } from './sheets.ts';
import { Plus } from 'lucide-react';
import { percent } from '#farm/cycle-totals.ts';

const startOf = (list: readonly Insemination[], at: number, today: string) => {
  const one = list[at];
  return {
    date: one?.date ?? today,
    count: (one?.count ?? null) as NumberFieldValue,
    sire: one?.sire ?? '',
    // Most often the same technician and drugs as last time.
    technician: (one ?? list.at(-1))?.technician ?? '',
    protocol: (one ?? list.at(-1))?.protocol ?? '',
    // As opened: what others add meanwhile moves none of it to another place.
    list,
    at,
  };
};

type Values = Readonly<ReturnType<typeof startOf>>;

const bodyOf = ({ date, count, sire, technician, protocol }: Values) => ({
  date,
  count: typeof count === 'number' ? count : Number.NaN,
  sire: sire.trim() || null,
  technician: technician.trim() || null,
  protocol: protocol.trim() || null,
});

/** None inseminated is no insemination. */
const missing = ({ date, count }: Values): readonly Issue[] => [
  ...(date === '' ? [{ path: 'date', message: 'Elegí la fecha' }] : []),
  ...(count === null || count === 0 ? [{ path: 'count', message: 'Ingresá cuántos vientres' }] : []),
];

/** The list, with what it was for this person: what others add to it stays. */
const changing = (before: readonly Insemination[], after: readonly Insemination[]) => ({
  inseminations: after,
  inseminations_before: before,
});

/** By what it is, for its place changes with what others add and take out. */
function draftKeyOf(cycleId: string, list: readonly Insemination[], at: number): string {
  const one = list[at];
  if (!one) return `inseminación ${cycleId} nueva`;
  const alike = list.slice(0, at).filter(({ date, sire }) => date === one.date && sire === one.sire);
  return `inseminación ${cycleId} ${one.date} ${alike.length} ${one.sire ?? ''}`;
}

/** The list is sent whole: issues of a line go to the fields here. */
const fieldOf = (path: string): string => path.replace(/^inseminations\.\d+\./, '');

interface InseminationSheetProps {
  readonly cycle: Cycle;
  readonly index: number | null;
  readonly refused: string | null;
  readonly onClose: () => void;
}

/** One day of insemination (domain.md §2.9). */
export const InseminationSheet = ({ cycle, index, refused, onClose }: InseminationSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const list = inseminationsOf(cycle);
  const at = index ?? list.length;
  return (
    <DraftSheet
      draftKey={draftKeyOf(cycle.id, list, at)}
      title={index === null ? 'Nueva inseminación' : 'Inseminación'}
      saveLabel={index === null ? 'Guardar' : 'Guardar cambios'}
      lead={
        refused === null ? null : (
          <Notice tone="danger" title={offlineSentences.refused}>
            {refused}
          </Notice>
        )
      }
      start={startOf(list, at, today)}
      save={async (values, draftKey) => {
        const issues = missing(values);
        if (issues.length > 0) return { message: null, issues };
        const changes =
          index === null
            ? changing(list, [...list, bodyOf(values)])
            : changing(values.list, values.list.with(values.at, bodyOf(values)));
        return failureIn(await farm.acts.editThing('cycle', cycle.id, changes, draftKey), fieldOf);
      }}
      onClose={onClose}
    >
      {({ bind, values }) => (
        <>
          <TextField label="Fecha" type="date" {...bind('date')} />
          <NumberField label="Vientres inseminados" {...bind('count')} />
          <TextField label="Pajuela o toro" optional maxLength={80} {...bind('sire')} />
          <TextField label="Técnico" optional maxLength={80} {...bind('technician')} />
          <TextField label="Protocolo" optional maxLength={120} {...bind('protocol')} />
          {index === null ? null : <Remove id={cycle.id} {...values} onGone={onClose} />}
        </>
      )}
    </DraftSheet>
  );
};

interface RemoveProps {
  readonly id: string;
  readonly list: readonly Insemination[];
  readonly at: number;
  readonly onGone: () => void;
}

const Remove = ({ id, list, at, onGone }: RemoveProps) => {
  const farm = useFarm();
  const remove = async (): Promise<void> => {
    const rest = list.filter((_, index) => index !== at);
    const saved = await farm.acts.editThing('cycle', id, changing(list, rest));
    if (saved.ok) onGone();
    else toastError(saved.problem.reason === 'invalid' ? 'No se pudo guardar. Reintentar' : saved.problem.message);
  };
  return (
    <Asking
      button={(ask) => (
        <Button variant="danger" onClick={ask}>
          Eliminar inseminación
        </Button>
      )}
      danger
      title="¿Eliminar esta inseminación?"
      confirmLabel="Eliminar"
      onConfirm={remove}
    >
      Deja de figurar en el ciclo. Los demás registros no cambian.
    </Asking>
  );
};

interface InseminationsCardProps {
  readonly cycle: Cycle;
  readonly served: number;
  readonly mayEdit: boolean;
  readonly onOpen: (index: number | null) => void;
}

const partsOf = ({ date, count, sire, technician, protocol }: Insemination) => ({
  title: joined(counted(count, 'vientre'), sire),
  subtitle: joined(formatDay(date), technician, protocol),
});

const moreThanServed = 'Son más que las entoradas: ¿se repitieron, o hay algo que corregir?';

/** Inseminations, newest first. A natural service has none. */
export const InseminationsCard = ({ cycle, served, mayEdit, onOpen }: InseminationsCardProps) => {
  const list = inseminationsOf(cycle);
  if (cycle.service_type === 'natural' && list.length === 0) return null;
  const heads = sumOf(list, (one) => one.count);
  const newest = list.map((one, index) => ({ one, index })).toSorted((a, b) => (a.one.date < b.one.date ? 1 : -1));
  return (
    <Card
      title="Inseminaciones"
      flush
      action={
        mayEdit && isOpenCycle(cycle.state) ? (
          <Button compact icon={<Plus size={20} />} onClick={() => onOpen(null)}>
            Agregar
          </Button>
        ) : undefined
      }
    >
      {list.length === 0 ? <EmptyState>Todavía no se cargó ninguna inseminación de este servicio.</EmptyState> : null}
      <RowList label="Inseminaciones">
        {newest.map(({ one, index }) => (
          <li key={index}>
            {mayEdit ? <RowButton leads {...partsOf(one)} onClick={() => onOpen(index)} /> : <Row {...partsOf(one)} />}
          </li>
        ))}
        {list.length > 0 ? (
          <li>
            <Row
              title="En total"
              subtitle={served > 0 && heads > served ? moreThanServed : undefined}
              right={
                served > 0
                  ? `${formatNumber(heads, 0)} de ${formatNumber(served, 0)} (${percent(heads / served)})`
                  : formatNumber(heads, 0)
              }
            />
          </li>
        ) : null}
      </RowList>
    </Card>
  );
};
