import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { saved } from '../things/phone.ts';

/** Texts that two people change, one of them with no signal (decision 0074). */
type Call = Omit<Request, 'token'>;

let farm: FieldFarm;
let beto: ServerPhone;
beforeEach(async () => {
  farm = await createFieldFarm();
  beto = openServerPhone(farm, 'beto');
  await beto.meet();
});

const refusedFor = (code: 'INVALID_BODY' | 'DEPENDENCY_MISSING', status: number): Reply => ({
  outcome: 'refused',
  problem: { code, status, message: 'Así no', issues: [], retryAfterMs: null, requestId: null },
  marks: { seq: null, epoch: farm.epoch, replayed: false, serverTimeMs: null },
});

const isEdit = ({ method, path }: Call): boolean => method === 'PUT' || path.endsWith('/ops');

/** Ana's phone: what answers its edits in the server's place. */
function anas(): { readonly phone: ServerPhone; readonly answering: (reply: Reply | null) => void } {
  let instead: Reply | null = null;
  const phone = openServerPhone(farm, 'ana', { onCall: (call) => (isEdit(call) ? instead : null) });
  return { phone, answering: (reply) => (instead = reply) };
}

interface Shared {
  readonly read: (phone: ServerPhone) => Promise<string | null | undefined>;
  /** As a form does it: the text as it is shown, and as it is left. */
  readonly edit: (phone: ServerPhone, change: (text: string) => string) => Promise<void>;
}

/** A note, or the notes of a lot: a lot has its own acts on a phone. */
async function shared(kind: 'note' | 'lot', text: string, phones: readonly ServerPhone[]): Promise<Shared> {
  const { acts } = beto.farm;
  const made = await saved(
    kind === 'note' ? acts.createThing('note', { text }) : acts.createLot({ name: 'Bajo', hectares: 40, notes: text }),
  );
  const id = made.entityId;
  for (const phone of [beto, ...phones]) await phone.meet();
  const read: Shared['read'] = async ({ farm: { views } }) =>
    kind === 'note' ? (await views.thing('note', id))?.row.text : (await views.lot(id))?.lot.notes;
  return {
    read,
    edit: async (phone, change) => {
      const before = (await read(phone)) ?? '';
      const after = change(before);
      await saved(
        kind === 'note'
          ? phone.farm.acts.editThing('note', id, { text: after, text_before: before })
          : phone.farm.acts.editLot(id, { notes: after, notes_before: before }),
      );
    },
  };
}

const was = 'Molino: anda\nTanque: seco';
const adding =
  (...lines: readonly string[]) =>
  (text: string): string =>
    [text, ...lines].join('\n');
const corrected = (text: string): string => text.replace('anda', 'anda bien');

describe.each(['note', 'lot'] as const)('The text of a %s', (kind) => {
  test('that one wrote on with no signal is shown with the word that another corrected, and has both', async () => {
    const { phone: ana, answering } = anas();
    const { read, edit } = await shared(kind, was, [ana]);
    ana.link.isUp = false;
    await edit(ana, adding('Falta un flotante', 'Falta caño', 'Avisar a Sosa'));
    await edit(beto, corrected);
    await beto.meet();
    answering(refusedFor('DEPENDENCY_MISSING', 424));
    await ana.meet();
    const whole = 'Molino: anda bien\nTanque: seco\nFalta un flotante\nFalta caño\nAvisar a Sosa';
    expect([await read(ana), await read(beto)]).toEqual([whole, 'Molino: anda bien\nTanque: seco']);
    answering(null);
    for (const phone of [ana, beto]) await phone.meet();
    for (const phone of [ana, beto]) expect(await read(phone)).toBe(whole);
    expect(await ana.farm.views.pending()).toEqual([]);
  });

  test('and that one wrote on twice, once more when there was more to see, has each line once', async () => {
    const { phone: ana, answering } = anas();
    const { read, edit } = await shared(kind, was, [ana]);
    ana.link.isUp = false;
    await edit(ana, adding('Uno'));
    await edit(ana, adding('Dos'));
    expect(await ana.farm.views.pending()).toHaveLength(1);
    await edit(beto, (text) => adding('De Beto')(corrected(text)));
    await beto.meet();
    answering(refusedFor('DEPENDENCY_MISSING', 424));
    await ana.meet();
    expect(await read(ana)).toBe('Molino: anda bien\nTanque: seco\nDe Beto\nUno\nDos');
    await edit(ana, (text) => adding('Tres')(text.replace('Uno', 'Uno más')));
    const whole = 'Molino: anda bien\nTanque: seco\nDe Beto\nUno más\nDos\nTres';
    expect(await read(ana)).toBe(whole);
    answering(null);
    for (const phone of [ana, beto, ana]) await phone.meet();
    for (const phone of [ana, beto]) expect(await read(phone)).toBe(whole);
  });

  test('that two wrote with no signal has the lines of both', async () => {
    const { phone: ana } = anas();
    const { read, edit } = await shared(kind, was, [ana]);
    for (const phone of [ana, beto]) phone.link.isUp = false;
    await edit(ana, adding('De Ana'));
    await edit(beto, adding('De Beto'));
    for (const phone of [beto, ana, beto]) await phone.meet();
    for (const phone of [ana, beto]) expect(await read(phone)).toBe(`${was}\nDe Beto\nDe Ana`);
  });
});

test('A text that was refused goes again as corrected, beside what another wrote', async () => {
  const { phone: ana, answering } = anas();
  const { read, edit } = await shared('note', was, [ana]);
  answering(refusedFor('INVALID_BODY', 400));
  await edit(ana, adding('Uno'));
  await ana.meet();
  expect(await read(ana)).toBe(was);
  await edit(beto, corrected);
  await beto.meet();
  answering(null);
  const [{ entityId } = { entityId: '' }] = await ana.farm.views.pending();
  // The form starts with the text that was refused.
  const changes = { text: adding('Uno más')(was), text_before: adding('Uno')(was) };
  await saved(ana.farm.acts.editThing('note', entityId, changes));
  for (const phone of [ana, beto]) await phone.meet();
  for (const phone of [ana, beto]) expect(await read(phone)).toBe(adding('Uno más')(corrected(was)));
});

test('A text that would be too long with what another wrote waits with what its person typed', async () => {
  const { phone: ana } = anas();
  const { read, edit } = await shared('lot', '', [ana]);
  const [mine, theirs] = ['m'.repeat(300), 't'.repeat(300)];
  ana.link.isUp = false;
  await edit(ana, () => mine);
  await edit(beto, () => theirs);
  for (const phone of [beto, ana]) await phone.meet();
  expect(await read(ana)).toBe(theirs);
  const [item] = await ana.farm.views.pending();
  const issues = [{ path: 'notes', message: expect.stringContaining('Con lo que escribió otra persona') as string }];
  expect(item).toMatchObject({ state: 'con_error', problem: { issues } });
  expect(await ana.farm.views.pendingPayload(item?.opId ?? '')).toMatchObject({ notes: mine });
});

test('A text of what waits itself goes up with it, as one call', async () => {
  const { phone: ana } = anas();
  await ana.meet();
  ana.link.isUp = false;
  const { entityId: id } = await saved(ana.farm.acts.createThing('note', { text: 'Uno' }));
  await saved(ana.farm.acts.editThing('note', id, { text: 'Uno\nDos', text_before: 'Uno' }));
  expect(await ana.farm.views.pending()).toMatchObject([{ act: 'create' }]);
  for (const phone of [ana, beto]) await phone.meet();
  expect(await beto.farm.views.thing('note', id)).toMatchObject({ row: { text: 'Uno\nDos', version: 1 } });
});
