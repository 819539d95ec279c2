import { dayAt } from '#domain/dates.ts';
import { standingHeads } from '#domain/movements/ledger.ts';
import { metadataFieldsOf } from '#domain/movements/movement.ts';
import { compareNames } from '#domain/text.ts';
import type { FarmStore, Picture } from '#store/store.ts';
import type { FarmViews, LotView, RodeoView } from '../farm.ts';
import { heldIn, heldTables, thingViews } from './thing-views.ts';
import { movementViews } from './movement-views.ts';
import { type Overlay, overlay } from './overlay.ts';
import { listsOf, pendingViews, refusalOf, sendStateOf } from './op-views.ts';
import { isThing } from '../things/things.ts';
import { type Clock, isoAt } from '../ports.ts';
import { lotsOf, rainOf } from '#store/rows.ts';
import { organizationRowSchema } from '#contract/endpoints/sync.ts';
import { isDayOfYear, usualCampaignStart } from '#domain/campaign.ts';

const sentTodayAtMost = 50;

/** Each lot's newest day, pending acts included. */
function lastDays(picture: Picture): ReadonlyMap<string, string> {
  const days = new Map(picture.lastByLot);
  for (const movement of overlay(picture).movements.values())
    for (const lot of lotsOf(movement)) if (movement.date > (days.get(lot) ?? '')) days.set(lot, movement.date);
  return days;
}

function lotViews(over: Overlay): LotView[] {
  return over.lots.map((lot) => {
    const op = over.opOf(lot.id);
    return {
      lot,
      state: op ? sendStateOf(op) : 'enviado',
      problem: refusalOf(op),
      pendingOp: op && op.state !== 'acked' ? op.opId : null,
      heads: standingHeads(lot.animals.map(({ count }) => ({ head: count }))),
    };
  });
}

/** Existing ones, in the farm's order. */
const standing = (views: readonly LotView[]): LotView[] =>
  views
    .filter((view) => !view.lot.deleted)
    .toSorted((a, b) => a.lot.order - b.lot.order || compareNames(a.lot.name, b.lot.name));

function rodeoViews(picture: Picture, over: Overlay): RodeoView[] {
  return picture.rodeos
    .filter((rodeo) => !rodeo.deleted)
    .map((rodeo) => {
      const stands = over.cells.filter((cell) => cell.rodeo === rodeo.id && cell.head !== 0);
      return {
        rodeo: {
          ...rodeo,
          animals: stands.map((cell) => ({ lot_id: cell.lot, category_id: cell.category, count: cell.head })),
        },
        heads: standingHeads(stands),
        lotIds: [...new Set(stands.flatMap((cell) => cell.lot ?? []))],
      };
    })
    .toSorted((a, b) => compareNames(a.rodeo.name, b.rodeo.name));
}

/** A year's rain, pending acts included. */
function rainWith(picture: Picture, year: string): Record<string, number> {
  const hundredths = new Map<string, number>();
  const add = (month: string, amount: number): void => {
    for (const key of [month, month.slice(0, 7)]) hundredths.set(key, (hundredths.get(key) ?? 0) + amount);
  };
  for (const [month, mm] of picture.rain) add(month, Math.round(mm * 100));
  for (const [id, movement] of overlay(picture).movements) {
    const confirmed = picture.byId.get(id);
    const before = confirmed && rainOf(confirmed);
    const after = rainOf(movement);
    if (before?.month.startsWith(year)) add(before.month, -before.hundredths);
    if (after?.month.startsWith(year)) add(after.month, after.hundredths);
  }
  return Object.fromEntries([...hundredths].map(([month, amount]) => [month, amount / 100]));
}

/** The screens' questions (farm.ts), answered from this device. */
export function openViews(store: FarmStore, organizationId: string, userId: string, clock: Clock): FarmViews {
  const picture = () => store.picture(organizationId, {});
  const lots = async (): Promise<LotView[]> => {
    return lotViews(overlay(await picture()));
  };
  return {
    ...movementViews(store, organizationId),
    lots: async () => standing(await lots()),
    lot: async (shownId) => {
      const id = await store.resolveId(organizationId, shownId);
      return standing(await lots()).find((view) => view.lot.id === id) ?? null;
    },
    lastMovementDays: async () => lastDays(await store.picture(organizationId, { lastByLot: true })),
    rodeos: async () => {
      const seen = await picture();
      return rodeoViews(seen, overlay(seen));
    },
    campos: async () =>
      (await picture()).campos.filter((campo) => !campo.deleted).toSorted((a, b) => a.order - b.order),
    categories: async () =>
      (await picture()).categories
        .filter((category) => category['deleted'] !== true)
        .toSorted((a, b) => a.order - b.order),
    members: async () => (await picture()).members,
    ...thingViews(store, organizationId),
    holdings: async () => {
      const seen = await store.picture(organizationId, { things: heldTables });
      return { ...heldIn(seen), lots: standing(lotViews(overlay(seen))) };
    },
    stock: async () => overlay(await picture()).cells,
    rainByMonth: async (year) => rainWith(await store.picture(organizationId, { rainYear: year }), year),
    pending: async () => {
      const { ops } = await store.outbox(organizationId);
      const seen = await store.picture(organizationId, { things: listsOf(ops) });
      return pendingViews(
        seen,
        seen.ops.filter((op) => op.state !== 'acked'),
        userId,
      );
    },
    sentToday: async () => sentToday(store, organizationId, userId, clock),
    pendingPayload: (opId) => pendingPayload(store, organizationId, opId),
    ...organizationViews(store, organizationId),
    habits: () => store.habits(organizationId),
    draft: (key) => store.draft(organizationId, key),
  };
}

const typedFields = ['date', 'detail', 'animals'];

/** Form fields besides the kind's own. */
const facts = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => typedFields.includes(name)));

async function pendingPayload(store: FarmStore, organizationId: string, opId: string) {
  const { ops } = await store.outbox(organizationId);
  const op = ops.find((other) => other.opId === opId);
  if (!op?.body) return null;
  return isThing(op.subject) ? op.body : { ...metadataFieldsOf(op.body), ...facts(op.body) };
}

async function sentToday(store: FarmStore, organizationId: string, userId: string, clock: Clock) {
  const seen = await store.picture(organizationId, {});
  const today = dayAt(clock.now());
  const since = isoAt(clock.now() - 24 * 3_600_000);
  const archived = await store.archived(organizationId, since, sentTodayAtMost);
  const sent = [...seen.ops, ...archived].filter(
    (op) => op.state === 'acked' && op.ackedAt !== null && dayAt(Date.parse(op.ackedAt)) === today,
  );
  const newest = sent.toSorted((a, b) => b.n - a.n).slice(0, sentTodayAtMost);
  const ids = newest.filter((op) => op.body === null).map((op) => op.entityId);
  return pendingViews(await store.picture(organizationId, { ids, things: listsOf(newest) }), newest, userId);
}

/** Questions that the farm's own row answers. */
function organizationViews(store: FarmStore, organizationId: string): Pick<FarmViews, 'restored' | 'campaignStart'> {
  const read = async () => {
    const { things } = await store.picture(organizationId, { things: ['organization'] });
    const row = organizationRowSchema.safeParse(things.get('organization')?.[0]);
    return row.success ? row.data : null;
  };
  return {
    restored: async () => (await read())?.restored ?? null,
    campaignStart: async () => {
      const start = (await read())?.settings.campaign_start;
      return typeof start === 'string' && isDayOfYear(start) ? start : usualCampaignStart;
    },
  };
}
