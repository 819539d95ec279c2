import { beforeAll, describe, expect, test } from 'vitest';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { workedExamples } from '../../src/domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { createFieldFarm, type FieldFarm, translate, wordsOf } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  farm = await createFieldFarm();
  ids = wordsOf(farm);
});

const addressOf = (template: string, id = ''): string =>
  template.replace('{org}', farm.organizationId).replace('{id}', id);

const balances = async (): Promise<Record<string, number>> => {
  const rows = await farm.db
    .selectFrom('cells')
    .select(['cell_id', 'head'])
    .where('head', '!=', 0)
    .orderBy('cell_id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.cell_id, row.head]));
};

describe.each(recordedKinds.map((kind) => [kind.label, kind] as const))('%s', (_label, kind) => {
  const example = workedExamples[kind.type as RecordedType];
  const body = (): Record<string, unknown> => ({ ...farm.example(kind.type as RecordedType), offline: true });

  test('is recorded, shown, edited and deleted, and leaves the herd as it was', async () => {
    const before = await balances();
    const created = await farm.as('ana', 'POST', addressOf(kind.routes.create), body());
    expect(created.body).toMatchObject({ ok: true, movement: { type: kind.type, deleted: false } });
    const { id, animals } = created.body['movement'] as Movement;

    // Who corrects a move says its animals, as forms do: left out, they are looked for where the rodeo stands no more.
    const same = { ...body(), ...('whole' in example.body && { animals }) };
    const edited = await farm.as('ana', 'PUT', addressOf(kind.routes.edit, id), { ...same, detail: 'corregido' });
    expect(edited.body).toMatchObject({ ok: true, movement: { id, detail: 'corregido' } });
    const movement = edited.body['movement'] as Movement;
    expect(movement.metadata.editHistory).toEqual([
      {
        editedBy: farm.userIds.ana,
        editedAt: expect.any(String) as string,
        changes: [{ field: 'detail', before: null, after: 'corregido', stood: true }],
      },
    ]);

    const removed = await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}?offline=1`);
    expect(removed.body).toMatchObject({ ok: true, alreadyDeleted: false });
    const shown = await farm.as('ana', 'GET', `/api/movement/${id}`);
    expect(shown.body).toMatchObject({ movement: { deleted: true, metadata: { deletedBy: farm.userIds.ana } } });
    expect(await balances()).toEqual(before);
  });

  test('has the ledger lines of its worked example', async () => {
    const created = await farm.as('ana', 'POST', addressOf(kind.routes.create), body());
    const { id, metadata } = created.body['movement'] as Movement;
    const lines = example.postings.map((posting) => ({
      lot_id: translate(posting.lot, ids),
      rodeo_id: translate(posting.rodeo, ids),
      category_id: translate(posting.category, ids),
      head: posting.head,
    }));
    expect(metadata['postings']).toEqual(lines);
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}?offline=1`);
  });

  test.each([...kind.routes.createAliases, kind.routes.create])('answers at %s', async (path) => {
    const created = await farm.as('ana', 'POST', addressOf(path), body());
    expect(created.status).toBe(200);
    const { id } = created.body['movement'] as Movement;
    for (const edit of [kind.routes.edit, ...kind.routes.editAliases]) {
      expect((await farm.as('ana', 'PUT', addressOf(edit, id), body())).status).toBe(200);
    }
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}?offline=1`);
  });

  test('is nobody’s business outside the farm', async () => {
    const answer = await farm.as('dana', 'POST', addressOf(kind.routes.create), body());
    expect(answer.status).toBe(404);
    expect(answer.body['code']).toBe('NOT_FOUND');
  });
});

closesInOrder(() => farm);
