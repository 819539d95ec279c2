import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { Cycle } from '../../src/domain/office/cycles.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { saved } from '../things/phone.ts';

/** Lists that two people change, one of them with no signal (decision 0074). */
type Call = Omit<Request, 'token'>;

let farm: FieldFarm;
let beto: ServerPhone;
beforeEach(async () => {
  farm = await createFieldFarm();
  beto = openServerPhone(farm, 'beto');
  await beto.meet();
});

const inseminated = (date: string, count: number) => ({ date, count, sire: null, technician: null, protocol: null });
const [first, second, third, fourth] = [
  inseminated('2026-11-01', 10),
  inseminated('2026-11-02', 20),
  inseminated('2026-11-03', 30),
  inseminated('2026-11-04', 40),
];
const service = () => ({
  rodeo_ids: [farm.rodeos.cria],
  service_type: 'iatf',
  service_start: '2026-10-15',
  service_end: '2027-01-15',
});

const noSignal: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' };
const refused: Reply = {
  outcome: 'refused',
  problem: { code: 'INVALID_BODY', status: 400, message: 'Así no', issues: [], retryAfterMs: null, requestId: null },
  marks: { seq: null, epoch: '', replayed: false, serverTimeMs: null },
};

/** Waits, and holds back nothing else. */
const parked: Reply = { ...refused, problem: { ...refused.problem, code: 'DEPENDENCY_MISSING', status: 424 } };

const isEdit = ({ method, path }: Call): boolean => method === 'PUT' || path.endsWith('/ops');

/** Ana's phone: what answers its edits in the server's place. */
function anas(): { readonly phone: ServerPhone; readonly answering: (reply: Reply | null) => void } {
  let instead: Reply | null = null;
  const phone = openServerPhone(farm, 'ana', { onCall: (call) => (isEdit(call) ? instead : null) });
  return { phone, answering: (reply) => (instead = reply) };
}

async function service10(phones: readonly ServerPhone[]): Promise<string> {
  const made = await saved(beto.farm.acts.createThing('cycle', { ...service(), inseminations: [first] }));
  for (const phone of [beto, ...phones]) await phone.meet();
  return made.entityId;
}

const seen = async (phone: ServerPhone, id: string): Promise<Cycle['inseminations'] | undefined> =>
  (await phone.farm.views.thing('cycle', id))?.row.inseminations;

/** As the sheet does it: the list as it is shown, and with one more. */
async function add(phone: ServerPhone, id: string, one: object): Promise<void> {
  const before = (await seen(phone, id)) ?? [];
  const changes = { inseminations: [...before, one], inseminations_before: before };
  await saved(phone.farm.acts.editThing('cycle', id, changes));
}

describe('An insemination that waits', () => {
  test('is shown with what another added meanwhile, before it is sent, and both are kept', async () => {
    const { phone: ana, answering } = anas();
    const id = await service10([ana]);
    ana.link.isUp = false;
    await add(ana, id, second);
    expect(await seen(ana, id)).toEqual([first, second]);
    await add(beto, id, third);
    await beto.meet();
    answering(parked);
    await ana.meet();
    expect([await seen(ana, id), await seen(beto, id)]).toEqual([
      [first, second, third],
      [first, third],
    ]);
    answering(null);
    for (const phone of [ana, beto]) await phone.meet();
    for (const phone of [ana, beto]) expect(await seen(phone, id)).toEqual([first, second, third]);
    expect(await ana.farm.views.pending()).toEqual([]);
  });

  test('and another after it, made when more was to be seen, are both kept once', async () => {
    const { phone: ana, answering } = anas();
    const id = await service10([ana]);
    ana.link.isUp = false;
    await add(ana, id, second);
    await add(ana, id, fourth);
    expect(await ana.farm.views.pending()).toHaveLength(1);
    await add(beto, id, third);
    await beto.meet();
    answering(parked);
    await ana.meet();
    await add(ana, id, { ...fourth, count: 41 });
    const all = [first, second, fourth, third, { ...fourth, count: 41 }];
    expect(await seen(ana, id)).toHaveLength(5);
    answering(null);
    for (const phone of [ana, beto]) await phone.meet();
    for (const phone of [ana, beto]) {
      expect(await seen(phone, id)).toEqual(expect.arrayContaining(all));
      expect(await seen(phone, id)).toHaveLength(5);
    }
  });

  test('that was refused goes again as corrected, beside what another added', async () => {
    const { phone: ana, answering } = anas();
    const id = await service10([ana]);
    answering({ ...refused, marks: { ...refused.marks, epoch: farm.epoch } });
    await add(ana, id, second);
    await ana.meet();
    expect(await seen(ana, id)).toEqual([first]);
    await add(beto, id, third);
    await beto.meet();
    answering(null);
    // The form starts with the list that was refused.
    const [before, after] = [
      [first, second],
      [first, { ...second, count: 21 }],
    ];
    const changes = { inseminations: after, inseminations_before: before };
    await saved(ana.farm.acts.editThing('cycle', id, changes));
    for (const phone of [ana, beto]) await phone.meet();
    for (const phone of [ana, beto]) expect(await seen(phone, id)).toEqual([...after, third]);
  });

  test('of a service that waits itself goes up with it, as one call', async () => {
    const { phone: ana } = anas();
    await ana.meet();
    ana.link.isUp = false;
    const { entityId: id } = await saved(ana.farm.acts.createThing('cycle', service()));
    await add(ana, id, first);
    await add(ana, id, second);
    expect(await ana.farm.views.pending()).toMatchObject([{ act: 'create' }]);
    for (const phone of [ana, beto]) await phone.meet();
    expect(await beto.farm.views.thing('cycle', id)).toMatchObject({
      row: { inseminations: [first, second], version: 1 },
    });
  });

  test('and goes up in a first load, before that has read its service, is shown once', async () => {
    let cut: string | null = 'cycles';
    const tableOf = ({ path, query }: Call): string | null =>
      path.endsWith('/snapshot') && query?.['page']
        ? (JSON.parse(Buffer.from(query['page'], 'base64url').toString()) as { table: string }).table
        : null;
    const ana = openServerPhone(farm, 'ana', {
      onCall: (call) => (cut !== null && tableOf(call) === cut ? noSignal : null),
    });
    await ana.meet();
    const { entityId: id } = await saved(ana.farm.acts.createThing('cycle', { ...service(), inseminations: [first] }));
    await ana.meet();
    await add(ana, id, second);
    for (const at of ['cycles', 'movements', null]) {
      cut = at;
      await ana.meet();
      expect([at, await seen(ana, id)]).toEqual([at, [first, second]]);
    }
    await beto.meet();
    expect(await seen(beto, id)).toEqual([first, second]);
  });
});

test('Steps that two people tick with no signal are ticked for both', async () => {
  const { phone: ana } = anas();
  const step = (text: string, done = false) => ({ text, done });
  const before = [step('Cargar agua'), step('Revisar flotante')];
  const { entityId: id } = await saved(beto.farm.acts.createThing('task', { title: 'Aguadas', checklist: before }));
  for (const phone of [beto, ana]) await phone.meet();
  for (const phone of [beto, ana]) phone.link.isUp = false;
  const [ones, others] = [
    [step('Cargar agua', true), step('Revisar flotante')],
    [step('Cargar agua'), step('Revisar flotante', true)],
  ];
  await saved(ana.farm.acts.editThing('task', id, { checklist: ones, checklist_before: before }));
  await saved(beto.farm.acts.editThing('task', id, { checklist: others, checklist_before: before }));
  for (const phone of [ana, beto, ana]) await phone.meet();
  for (const phone of [ana, beto])
    expect((await phone.farm.views.thing('task', id))?.row.checklist).toEqual([
      step('Cargar agua', true),
      step('Revisar flotante', true),
    ]);
});
