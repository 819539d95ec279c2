import { formatDay } from '../../../domain/dates.ts';
import { categorySexes } from '../../../domain/farm/categories.ts';
import { lotUses, rodeoActivities } from '../../../domain/farm/places.ts';
import { formatHectares, formatMoney, formatNumber } from '../../../domain/numbers.ts';
import { cycleStates, isOpenCycle } from '../../../domain/office/cycles.ts';
import { invoiceNumber } from '../../../domain/office/invoice-rules.ts';
import { type Invoice, invoiceKinds, invoiceStates, keptOf } from '../../../domain/office/invoices.ts';
import { taskStates } from '../../../domain/office/tasks.ts';
import { fullName } from '../../../domain/people/names.ts';
import { roleLabels } from '../../../domain/people/roles.ts';
import { assetKinds } from '../../../domain/supplies/asset.ts';
import { unitWord } from '../../../domain/supplies/units.ts';
import { compareNames, searchable } from '../../../domain/text.ts';
import type { Holdings, SendState, ThingView } from '../../sync/farm.ts';

/** What a search finds beside movements, in the order in which it is shown, with its heading. */
export const subjects = {
  lot: 'Lotes',
  rodeo: 'Rodeos',
  campo: 'Campos',
  task: 'Tareas',
  asset: 'Insumos',
  note: 'Notas',
  cycle: 'Ciclos reproductivos',
  invoice: 'Facturas',
  member: 'Personas',
  category: 'Categorías',
} as const;
export type Subject = keyof typeof subjects;

/** Something that can be found: what its row says, and all the words that find it. */
export interface Entry {
  readonly subject: Subject;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly state: SendState;
  /** Its day, where the newest is what one looks for: a task's, an invoice's. */
  readonly when: string;
  /** Done, archived, closed: it stands after what goes on. */
  readonly isOver: boolean;
  /** The name alone, as it is searched: what begins like the question stands first. */
  readonly name: string;
  readonly words: string;
}

type Said = string | null | undefined;

const line = (parts: readonly Said[]): string => parts.filter(Boolean).join(' · ');
const labelIn = (labels: Readonly<Record<string, string>>, key: Said): string | null => labels[key ?? ''] ?? null;

interface Identity {
  readonly id: string;
  readonly state: SendState;
  readonly when?: string;
  readonly isOver?: boolean;
}

function entry(
  subject: Subject,
  { id, state, when = '', isOver = false }: Identity,
  title: string,
  shown: readonly Said[],
  unshown: readonly Said[] = [],
): Entry {
  const subtitle = line(shown);
  const name = searchable(title);
  const words = [name, searchable([subjects[subject], subtitle, line(unshown)].join(' '))].join(' ');
  return { subject, id, title, subtitle, state, when, isOver, name, words };
}

const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text);

function placeEntries({ lots, things }: Holdings): Entry[] {
  return [
    ...lots.map(({ lot, heads, state }) =>
      entry(
        'lot',
        { id: lot.id, state },
        lot.name,
        [`${formatNumber(heads, 0)} cab.`, formatHectares(lot.hectares), labelIn(lotUses, lot.use)],
        [lot.notes, ...lot.animals.map((animal) => animal.category.name)],
      ),
    ),
    ...things.rodeo.map(({ row, state }) =>
      entry('rodeo', { id: row.id, state }, row.name, [
        labelIn(rodeoActivities, row.activity),
        row.breed,
        row.active ? null : 'Inactivo',
      ]),
    ),
    ...things.campo.map(({ row, state }) =>
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
    ...things.category.map(({ row, state }) =>
      entry('category', { id: row.id, state }, row.name, [
        labelIn(categorySexes, row.sex),
        row.active ? null : 'Inactiva',
      ]),
    ),
  ];
}

function deskEntries({ lots, things, members }: Holdings): Entry[] {
  const lotName = (id: string | null): Said => lots.find(({ lot }) => lot.id === id)?.lot.name;
  const rodeoName = (id: string | null): Said => things.rodeo.find(({ row }) => row.id === id)?.row.name;
  const people = (ids: readonly string[]): string =>
    members
      .filter((member) => ids.includes(member.id))
      .map(fullName)
      .join(', ');
  return [
    ...things.task.map(({ row, state }) =>
      entry(
        'task',
        { id: row.id, state, when: row.due_on ?? '', isOver: row.state === 'hecha' || row.state === 'cancelada' },
        row.title,
        [taskStates[row.state], row.due_on === null ? null : formatDay(row.due_on), people(row.assigned_to)],
        [row.detail, lotName(row.lot_id), rodeoName(row.rodeo_id), ...row.checklist.map((step) => step.text)],
      ),
    ),
    ...things.note.map(({ row, state }) =>
      entry(
        'note',
        { id: row.id, state, isOver: row.archived },
        row.title ?? short(row.text),
        [row.title === null ? null : short(row.text), row.archived ? 'Archivada' : null, ...row.tags],
        [row.text, lotName(row.lot_id), rodeoName(row.rodeo_id)],
      ),
    ),
    ...things.cycle.map(({ row, state }) =>
      entry(
        'cycle',
        { id: row.id, state, when: row.service_start, isOver: !isOpenCycle(row.state) },
        row.name,
        [
          `Servicio del ${formatDay(row.service_start)} al ${formatDay(row.service_end)}`,
          labelIn(cycleStates, row.state),
        ],
        [row.notes, ...row.rodeo_ids.map(rodeoName)],
      ),
    ),
  ];
}

const storeEntries = ({ things, members }: Holdings): Entry[] => [
  ...things.asset.map(({ row, state }) =>
    entry(
      'asset',
      { id: row.id, state },
      row.name,
      [labelIn(assetKinds, row.kind), `${formatNumber(row.quantity)} ${unitWord(row.unit)}`],
      row.batches.map((batch) => batch.number),
    ),
  ),
  ...members.map((row) =>
    entry('member', { id: row.id, state: 'enviado' }, fullName(row), [
      row.state === 'sin_acceso' ? 'Sin acceso a la app' : labelIn(roleLabels, row.role),
    ]),
  ),
];

function invoiceEntry({ row, state }: ThingView<Invoice>): Entry {
  const kept = keptOf(row);
  const other = row.direction === 'emitida' ? kept.recipient : kept.issuer;
  const number = invoiceNumber(kept);
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

/** Everything small on the phone as it is found, made once while the search is open. */
export const entriesOf = (held: Holdings): readonly Entry[] => [
  ...placeEntries(held),
  ...deskEntries(held),
  ...storeEntries(held),
  ...held.things.invoice.map(invoiceEntry),
];

/** The words of a question, as they are searched. */
export const wordsOf = (text: string): readonly string[] => searchable(text).split(/\s+/).filter(Boolean);

/** How near an entry is to the question: its name, the begin of its name, of a word of it, anything in it, anything else. */
function rankOf({ name }: Entry, whole: string): number {
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  if (name.includes(` ${whole}`)) return 2;
  return name.includes(whole) ? 3 : 4;
}

/** What goes on before what is over, the newest day first, then by name. */
const inOrder = (a: Entry, b: Entry): number =>
  Number(a.isOver) - Number(b.isOver) || (a.when < b.when ? 1 : a.when > b.when ? -1 : compareNames(a.title, b.title));

/** Entries that hold every word of the question, the nearest first. Takes the question's words (`wordsOf`). */
export function matching(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  if (words.length === 0) return [];
  const whole = words.join(' ');
  return entries
    .filter((one) => words.every((word) => one.words.includes(word)))
    .map((one) => ({ one, rank: rankOf(one, whole) }))
    .toSorted((a, b) => a.rank - b.rank || inOrder(a.one, b.one))
    .map(({ one }) => one);
}
