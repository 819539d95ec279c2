import {
  assetKinds,
  categorySexes,
  cycleStates,
  type DescribedName,
  formatDay,
  formatHectares,
  formatMoney,
  formatNumber,
  fullName,
  type Invoice,
  invoiceKinds,
  invoiceNumber,
  invoiceStates,
  isOpenCycle,
  lotUses,
  rodeoActivities,
  roleLabels,
  storedOf,
  taskStates,
  unitWord,
} from '#domain';
import type { Holdings, ThingView } from '#sync/farm.ts';
import { type Entry, entry, labelIn, noteTitle, type Said, short } from './entry.ts';

type Maker = (held: Holdings) => readonly Entry[];

const lotName = ({ lots }: Holdings, id: string | null): Said => lots.find(({ lot }) => lot.id === id)?.lot.name;
const rodeoName = ({ things }: Holdings, id: string | null): Said =>
  things.rodeo.find(({ row }) => row.id === id)?.row.name;
const people = ({ members }: Holdings, ids: readonly string[]): string =>
  members
    .filter((member) => ids.includes(member.id))
    .map(fullName)
    .join(', ');

function invoiceEntry({ row, state }: ThingView<Invoice>): Entry {
  const stored = storedOf(row);
  const other = row.direction === 'emitida' ? stored.recipient : stored.issuer;
  const number = invoiceNumber(stored);
  return entry(
    'invoice',
    { id: row.id, state, when: row.issued_on ?? '', isOver: row.state === 'anulada' },
    other?.name ?? 'Sin nombre',
    [
      `${labelIn(invoiceKinds, row.kind) ?? 'Factura'} ${number ?? 'sin número'}`,
      row.issued_on === null ? null : formatDay(row.issued_on),
      formatMoney(row.total, row.currency === 'USD' ? 'USD' : 'ARS'),
      invoiceStates[row.state],
    ],
    [other?.cuit, number?.replaceAll(/\D/g, ''), ...row.lines.map((one) => one.concept)],
  );
}

/** How described things become entries, in display order. */
export const makers: Readonly<Record<DescribedName | 'member', Maker>> = {
  lot: ({ lots }) =>
    lots.map(({ lot, heads, state }) =>
      entry(
        'lot',
        { id: lot.id, state },
        lot.name,
        [`${formatNumber(heads, 0)} cab.`, formatHectares(lot.hectares), labelIn(lotUses, lot.use)],
        [lot.notes, ...lot.animals.map((animal) => animal.category.name)],
      ),
    ),
  rodeo: ({ things }) =>
    things.rodeo.map(({ row, state }) =>
      entry('rodeo', { id: row.id, state }, row.name, [
        labelIn(rodeoActivities, row.activity),
        row.breed,
        row.active ? null : 'Inactivo',
      ]),
    ),
  campo: ({ things }) =>
    things.campo.map(({ row, state }) =>
      entry(
        'campo',
        { id: row.id, state },
        row.name,
        [
          row.total_hectares === null ? null : formatHectares(row.total_hectares),
          row.locality,
          row.department,
          row.province,
        ],
        [row.renspa, row.cuig],
      ),
    ),
  task: (held) =>
    held.things.task.map(({ row, state }) =>
      entry(
        'task',
        { id: row.id, state, when: row.due_on ?? '', isOver: row.state === 'hecha' || row.state === 'cancelada' },
        row.title,
        [taskStates[row.state], row.due_on === null ? null : formatDay(row.due_on), people(held, row.assigned_to)],
        [
          row.detail,
          lotName(held, row.lot_id),
          rodeoName(held, row.rodeo_id),
          ...row.checklist.map((step) => step.text),
        ],
      ),
    ),
  asset: ({ things }) =>
    things.asset.map(({ row, state }) =>
      entry(
        'asset',
        { id: row.id, state },
        row.name,
        [labelIn(assetKinds, row.kind), `${formatNumber(row.quantity)} ${unitWord(row.unit)}`],
        row.batches.map((batch) => batch.number),
      ),
    ),
  note: (held) =>
    held.things.note.map(({ row, state }) =>
      entry(
        'note',
        { id: row.id, state, isOver: row.archived },
        noteTitle(row),
        [row.title === null ? null : short(row.text), row.archived ? 'Archivada' : null, ...row.tags],
        [row.text, lotName(held, row.lot_id), rodeoName(held, row.rodeo_id)],
      ),
    ),
  cycle: (held) =>
    held.things.cycle.map(({ row, state }) =>
      entry(
        'cycle',
        { id: row.id, state, when: row.service_start, isOver: !isOpenCycle(row.state) },
        row.name,
        [
          `Servicio del ${formatDay(row.service_start)} al ${formatDay(row.service_end)}`,
          labelIn(cycleStates, row.state),
        ],
        [row.notes, ...row.rodeo_ids.map((id) => rodeoName(held, id))],
      ),
    ),
  invoice: ({ things }) => things.invoice.map(invoiceEntry),
  member: ({ members }) =>
    members.map((row) =>
      entry('member', { id: row.id, state: 'enviado' }, fullName(row), [
        row.state === 'sin_acceso' ? 'Sin acceso a la app' : labelIn(roleLabels, row.role),
      ]),
    ),
  category: ({ things }) =>
    things.category.map(({ row, state }) =>
      entry('category', { id: row.id, state }, row.name, [
        labelIn(categorySexes, row.sex),
        row.active ? null : 'Inactiva',
      ]),
    ),
};
