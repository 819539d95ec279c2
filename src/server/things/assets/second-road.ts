import { dayAt, sumOf } from '../../../domain/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { assetEndpoints } from '../../../contract/endpoints/assets.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { kindEndpoints } from '../../../contract/endpoints/movements.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { asset as intakeKind, assetBatch } from '../../../domain/movements/kinds/supplies.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { farmRows, rowsWhere } from '../../database/tables.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { isOfItsAuthor, keepForOffice, keepOtherForm } from '../../rows/other-words.ts';
import { rowOf, without } from '../../rows/stored.ts';
import { type AssetForm, type Initial, type Intake, intakeOf } from './stock.ts';

type Payload = Intake['payload'];

interface Opening extends Intake {
  readonly id: string;
}

/**
 * The same item under another key with other content (`server/rows/other-words.ts`): the form and the change of its
 * first intake wait for the office.
 */
export async function keepOtherAsset(call: Call<AssetForm>, commit: Commit, id: string): Promise<void> {
  const row = await rowOf(commit, 'assets', id);
  const { offline, quantity, batches, date, supplier, total, ...item } = call.body;
  const said = without(item, 'cid', 'organization_id');
  const path = fillPath(assetEndpoints.updateAsset.path, { id });
  await keepOtherForm(call, commit, { row, name: row.name, said, edit: { path } });
  const initial: Initial = { quantity, batches, date, supplier, total, offline };
  const intake = intakeOf(row, initial);
  if (intake === null || !isOfItsAuthor(call, row)) return;
  const opening = await openingOf(commit, row);
  if (opening && opening.type !== intake.type) {
    await keepDifferences(call, commit, row, [opening, intake]);
    return;
  }
  if (opening && (await stoodOnce(commit, opening, intake.payload))) return;
  const { create, edit } = kindEndpoints.get(intake.type) ?? refuse('SERVER_ERROR');
  const org = commit.organizationId;
  const asked = opening
    ? { method: 'PUT', path: fillPath(edit.path, { org, id: opening.id }), date: opening.payload.date }
    : { method: 'POST', path: fillPath(create.path, { org }), date: dayAt(Date.parse(row.created_at)) };
  const body = { date: asked.date, ...intake.payload };
  const message = serverSentences.otherWords(row.name);
  await keepForOffice(call, commit, { method: asked.method, path: asked.path, body, cid: null, message });
}

/** Found by its time, which is the item's. */
async function openingOf(commit: Commit, asset: AssetRow): Promise<Opening | null> {
  const rows = await farmRows(commit, 'movements', { created_at: asset.created_at })
    .select(['id', 'type', 'payload'])
    .where('type', 'in', [intakeKind.type, assetBatch.type])
    .where('payload', 'like', `%${asset.id}%`)
    .orderBy('id')
    .execute();
  const [row] = rows;
  return row ? { id: row.id, type: row.type as Opening['type'], payload: JSON.parse(row.payload) as Payload } : null;
}

async function stoodOnce({ trx }: Commit, { id, payload }: Opening, said: Payload): Promise<boolean> {
  const edits = await rowsWhere(trx, 'edits', { movement_id: id }).select(['before', 'after']).execute();
  const stood = edits.flatMap(({ before, after }) => [before, after]).map((text) => JSON.parse(text) as Payload);
  return [payload, ...stood].some((one) =>
    Object.entries(said).every(([name, value]) => isDeepStrictEqual(one[name], value)),
  );
}

interface Line {
  readonly batch?: string;
  readonly quantity: number;
}

const linesOf = ({ payload }: Intake): readonly Line[] =>
  Array.isArray(payload.lines) ? (payload.lines as Line[]) : [payload as unknown as Line];

const inBatch = (intake: Intake, batch: string): number =>
  sumOf(linesOf(intake), (line) => ((line.batch ?? '') === batch ? line.quantity : 0));

/** One total cannot replace batches nor the reverse, so each batch waits as a stock count. */
async function keepDifferences(
  call: Call,
  commit: Commit,
  { id, name }: AssetRow,
  [opening, intake]: readonly [Opening, Intake],
): Promise<void> {
  const path = fillPath(assetEndpoints.adjustAsset.path, { org: commit.organizationId });
  const message = serverSentences.otherWords(name);
  for (const batch of new Set([opening, intake].flatMap(linesOf).map((line) => line.batch ?? ''))) {
    const [expected, counted] = [inBatch(opening, batch), inBatch(intake, batch)];
    if (counted === expected) continue;
    const body = { asset_id: id, counted, expected, ...(batch !== '' && { batch }) };
    await keepForOffice(call, commit, { method: 'POST', path, body, cid: null, message });
  }
}
