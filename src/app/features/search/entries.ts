import {
  assetKinds,
  categorySexes,
  compareNames,
  cycleStates,
  type DescribedName,
  formatDay,
  formatHectares,
  formatMoney,
  formatNumber,
  fullName,
  type Invoice,
  invoiceNumber,
  invoiceStateWord,
  invoiceWords,
  isOpenCycle,
  joined,
  lotOf,
  lotUses,
  type NameOf,
  noteName,
  plainThings,
  rodeoActivities,
  roleLabels,
  searchable,
  storedOf,
  taskStates,
  type ThingName,
  thingOf,
  unitWord,
  wordsOfRow,
} from '#domain';
import type { Holdings, SendState, ThingView } from '#sync/farm.ts';

/** What a search finds besides movements. */
export type Subject = ThingName | 'member';

export const headingOf = (subject: Subject): string =>
  subject === 'member' ? 'Personas' : thingOf(subject).words.many;

/** A search result, with all the words that find it. */
export interface Entry {
  readonly subject: Subject;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly state: SendState;
  /** Date to sort by: a task's, an invoice's; else empty. */
  readonly when: string;
  /** Done, archived or closed: sorted last. */
  readonly isOver: boolean;
  /** Normalized, for ranking. */
  readonly name: string;
  readonly words: string;
}

type Said = string | null | undefined;

const labelIn = (labels: Readonly<Record<string, string>>, key: Said): string | null => labels[key ?? ''] ?? null;

interface Identity {
  readonly id: string;
  readonly state: SendState;
  readonly when?: string;
  readonly isOver?: boolean;
}

/** `unshown` is searched but not displayed. */
function entry(
  subject: Subject,
  { id, state, when = '', isOver = false }: Identity,
  title: string,
  shown: readonly Said[],
  unshown: readonly Said[] = [],
): Entry {
  const subtitle = joined(...shown);
  const name = searchable(title);
  const words = [name, searchable([headingOf(subject), subtitle, joined(...unshown)].join(' '))].join(' ');
  return { subject, id, title, subtitle, state, when, isOver, name, words };
}

const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text);

const noteTitle = (note: Parameters<typeof noteName>[0]): string => note.title ?? short(noteName(note));

type Maker = (held: Holdings) => readonly Entry[];

const lotName = ({ lots }: Holdings, id: string | null): Said => lotOf(lots, id)?.name;
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
      invoiceWords({ kind: row.kind, number }),
      row.issued_on === null ? null : formatDay(row.issued_on),
      formatMoney(row.total, row.currency === 'USD' ? 'USD' : 'ARS'),
      invoiceStateWord(row),
    ],
    [other?.cuit, number?.replaceAll(/\D/g, ''), ...row.lines.map((one) => one.concept)],
  );
}

/** How described things become entries, in display order. */
const makers: Readonly<Record<DescribedName | 'member', Maker>> = {
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

function namesIn({ lots, things }: Holdings): NameOf {
  const rows = [
    ...lots.map(({ lot }) => lot),
    ...[things.rodeo, things.campo, things.category].flat().map(({ row }) => row),
  ];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (_, id) => names.get(id) ?? null;
}

type PlainView = ThingView<Readonly<Record<string, unknown>> & { readonly id: string }>;

/** Things made of fields are found by each field. */
function plainEntries(held: Holdings): Entry[] {
  const nameOf = namesIn(held);
  const all = held.things as Readonly<Record<string, readonly PlainView[] | undefined>>;
  return plainThings.flatMap((thing) =>
    (all[thing.name] ?? []).map(({ row, state }) => {
      const said = wordsOfRow(thing, row, nameOf);
      const shown = thing.shown.map((name) => said[name]);
      return entry(thing.name, { id: row.id, state }, thing.nameOf(row), shown, Object.values(said));
    }),
  );
}

/** In display order. */
export const subjects: readonly Subject[] = [
  ...(Object.keys(makers) as (keyof typeof makers)[]),
  ...plainThings.map(({ name }) => name),
];

/** Entries of everything small on the phone. */
export const entriesOf = (held: Holdings): readonly Entry[] => [
  ...Object.values(makers).flatMap((make) => make(held)),
  ...plainEntries(held),
];

/** Normalized words of a query. */
export const wordsOf = (text: string): readonly string[] => searchable(text).split(/\s+/).filter(Boolean);

/** By name: equal, prefix, start of a word, anywhere; else elsewhere. */
function rankOf({ name }: Entry, whole: string): number {
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  if (name.includes(` ${whole}`)) return 2;
  return name.includes(whole) ? 3 : 4;
}

/** Open before closed, newest first, then by name. */
const inOrder = (a: Entry, b: Entry): number =>
  Number(a.isOver) - Number(b.isOver) || (a.when < b.when ? 1 : a.when > b.when ? -1 : compareNames(a.title, b.title));

/** Entries with every word of the query, best first. */
export function matching(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  if (words.length === 0) return [];
  const whole = words.join(' ');
  return entries
    .filter((one) => words.every((word) => one.words.includes(word)))
    .map((one) => ({ one, rank: rankOf(one, whole) }))
    .toSorted((a, b) => a.rank - b.rank || inOrder(a.one, b.one))
    .map(({ one }) => one);
}
