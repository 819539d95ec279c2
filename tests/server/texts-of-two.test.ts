import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { laterEdit } from '../support/later-edit.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

/** A text that two people change has the lines of both (decision 0074). */
let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const put = (who: PersonName, path: string, body: object, key?: string) => laterEdit(farm, who, path, body, key);

interface Place {
  readonly path: string;
  /** What an edit says beside its changes. */
  readonly more: object;
}
type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const was = 'Molino: anda\nTanque: seco';
const his = `${was}\nFalta un flotante\nFalta caño\nAvisar a Sosa`;
const hers = 'Molino: anda bien\nTanque: seco';
const both = `Molino: anda bien\nTanque: seco\nFalta un flotante\nFalta caño\nAvisar a Sosa`;

async function made(part: string, path: string, body: object, edit = (id: string) => `${path}/${id}`): Promise<Place> {
  const answer = await farm.as('beto', 'POST', path, body);
  const { id } = answer.body[part] as Row;
  return { path: edit(id), more: part === 'lot' ? { id } : {} };
}

let year = 2040;
/** Each of them with this text. */
const things: Readonly<Record<string, (text: string | null) => Promise<Place>>> = {
  note: (text) =>
    made(
      'note',
      `/api/note/create/${farm.organizationId}`,
      { text: text ?? '', photos: ['1'.repeat(64)] },
      (id) => `/api/note/update/${id}`,
    ),
  task: (detail) => made('task', `/api/task/${farm.organizationId}`, { title: 'Aguadas', detail }),
  cycle: (notes) => {
    year += 1;
    const service = { service_type: 'iatf', service_start: `${year}-10-15`, service_end: `${year + 1}-01-15` };
    return made('cycle', `/api/reproductive-cycle/${farm.organizationId}`, {
      rodeo_ids: [farm.rodeos.cria],
      ...service,
      notes,
    });
  },
  lot: (notes) => {
    const body = { name: `Lote ${randomUUID()}`, hectares: 10, notes: notes ?? '' };
    return made('lot', `/api/lot/create/${farm.organizationId}`, body, () => `/api/lot/edit/${farm.organizationId}`);
  },
  asset: (notes) => {
    const item = { name: `Insumo ${randomUUID()}`, kind: 'otro', unit: 'kg', notes };
    return made('asset', '/api/asset', { ...item, organization_id: farm.organizationId }, (id) => `/api/asset/${id}`);
  },
};
const fields: Readonly<Record<string, string>> = { note: 'text', task: 'detail' };

describe.each(['note', 'task', 'cycle', 'lot', 'asset'])('The text of a %s', (name) => {
  const field = fields[name] ?? 'notes';
  const change = async (
    who: PersonName,
    { path, more }: Place,
    made: string | null,
    seen?: string | null,
    key?: string,
  ) => {
    const saw = seen === undefined ? {} : { [`${field}_before`]: seen };
    const answer = await put(who, path, { ...more, [field]: made, ...saw }, key);
    expect(JSON.stringify(answer.body)).not.toContain('_before');
    return { status: answer.status, body: answer.body, text: (answer.body[name] as Row | undefined)?.[field] };
  };
  const thing = (text: string | null) => (things[name] as (text: string | null) => Promise<Place>)(text);

  test('has the lines that one added and the word that another corrected, whoever comes first', async () => {
    for (const [first, second] of [
      [his, hers],
      [hers, his],
    ] as const) {
      const place = await thing(was);
      await change('ana', place, first, was);
      expect(await change('beto', place, second, was)).toMatchObject({ status: 200, text: both });
    }
  });

  test('has a line as both left it, the one that stood first', async () => {
    const place = await thing('Molino: anda');
    await change('ana', place, 'Molino: no anda', 'Molino: anda');
    const { text } = await change('beto', place, 'Molino: anda mal', 'Molino: anda');
    expect(text).toBe('Molino: no anda\nMolino: anda mal');
  });

  test('that was none has what each wrote', async () => {
    const place = await thing(null);
    await change('ana', place, 'De Ana', '');
    expect((await change('beto', place, 'De Beto', '')).text).toBe('De Ana\nDe Beto');
  });

  test('comes twice under one key and counts once', async () => {
    const place = await thing(was);
    const key = randomUUID();
    const once = await change('ana', place, his, was, key);
    await change('beto', place, hers, was);
    expect((await change('ana', place, his, was, key)).body).toEqual(once.body);
    // Under another key too: no line twice.
    expect((await change('ana', place, his, was)).text).toBe(both);
  });

  test('is the last word of a phone that does not say what it saw', async () => {
    const place = await thing(was);
    await change('ana', place, his, was);
    expect((await change('beto', place, hers)).text).toBe(hers);
  });
});

describe('A text of two people', () => {
  test('is never longer than it may be: who would make it so is told, and nothing of him is written', async () => {
    const place = await (things['lot'] as (text: string) => Promise<Place>)('');
    const [mine, theirs] = ['m'.repeat(300), 't'.repeat(300)];
    await put('ana', place.path, { ...place.more, notes: theirs, notes_before: '' });
    const answer = await put('beto', place.path, { ...place.more, notes: mine, notes_before: '' });
    const message = 'Con lo que escribió otra persona es demasiado largo. Usá como máximo 500 caracteres';
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'notes', message }] } });
    const { body } = await farm.as('ana', 'GET', `/api/lot/details/${(place.more as Row).id}`);
    expect(body['lot']).toMatchObject({ notes: theirs });
  });

  test('may say for two reasons why a task was called off', async () => {
    const { path } = await (things['task'] as (text: string) => Promise<Place>)('');
    const off = (cancel_reason: string) => ({ state: 'cancelada', cancel_reason, cancel_reason_before: '' });
    await put('ana', path, off('Llovió'));
    const { body } = await put('beto', path, off('Se rompió la bomba'));
    expect(body['task']).toMatchObject({ state: 'cancelada', cancel_reason: 'Llovió\nSe rompió la bomba' });
  });

  test('says in the book what stood after each', async () => {
    const { path } = await (things['cycle'] as (text: string) => Promise<Place>)(was);
    await put('ana', path, { notes: hers, notes_before: was });
    await put('beto', path, { notes: his, notes_before: was });
    const id = path.split('/').at(-1);
    const records = await farm.as('ana', 'GET', `/api/movement/reproductive-cycle/${farm.organizationId}/${id}`);
    const [newest] = records.body['movements'] as { readonly metadata: object }[];
    expect(newest?.metadata).toMatchObject({ before: { notes: hers }, after: { notes: both } });
    expect(JSON.stringify(newest)).not.toContain('_before');
  });
});

closesInOrder(() => farm);
