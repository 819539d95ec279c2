// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { isBusy } from '../../src/app/update/busy.ts';
import { failure } from '../../src/domain/result.ts';
import { type FakeFarm, fakeFarm, fakeSession, renderScreen } from '../support/fake-farm.tsx';
import { controls, fillEverything, isSecret, press, standing } from './form-drafts/hands.ts';
import { formDrafts, screens, unkept } from './form-drafts/sources.ts';
import { type FormOfTheApp, forms, withoutDraftOnPurpose } from './form-drafts/table.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const refusal = 'No hay lugar en este celular';
const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings: {} };
const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };

/** A farm whose drafts outlive the screen, and where nothing else is ever saved. */
function keepingFarm({ values }: FormOfTheApp): FakeFarm & { readonly break: () => void } {
  let isBroken = false;
  const drafts = new Map<string, Readonly<Record<string, unknown>>>();
  const farm = fakeFarm({ ...values, saved: failure({ reason: 'storage', message: refusal }) });
  return {
    ...farm,
    break: () => {
      isBroken = !isBroken;
    },
    views: { ...farm.views, draft: async (key) => Promise.resolve(drafts.get(key) ?? null) },
    saveDraft: async (key, draft) => {
      if (isBroken) return Promise.resolve(false);
      if (draft === null) drafts.delete(key);
      else drafts.set(key, structuredClone(draft));
      return Promise.resolve(true);
    },
  };
}

/** Asked, it tells what it knows of the farm; told something, it cannot be reached. */
function deafSession() {
  const told: string[] = [];
  const call = async ({ method, path }: Omit<Request, 'token'>): Promise<Reply> => {
    if (method === 'GET' && path.includes('/organization/')) {
      return Promise.resolve({ outcome: 'answer', status: 200, body: { ok: true, organization }, marks });
    }
    if (method !== 'GET') told.push(path);
    return Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' });
  };
  const refuse = async () => {
    told.push('session');
    return Promise.resolve(failure({ message: refusal, code: null, issues: [] }));
  };
  return {
    told,
    session: { ...fakeSession('owner'), call, send: call, logIn: refuse, signUp: refuse, createOrganization: refuse },
  };
}

interface Opened {
  readonly form: FormOfTheApp;
  readonly farm: ReturnType<typeof keepingFarm>;
  /** How often something was saved, or sent to the server. */
  readonly tries: () => number;
  readonly again: () => Promise<void>;
}

const rest = (ms: number): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
  });

async function open(form: FormOfTheApp): Promise<Opened> {
  const farm = keepingFarm(form);
  const { session, told } = deafSession();
  const refuse = async () => {
    told.push('by hand');
    return Promise.resolve({ message: refusal, issues: [] });
  };
  const again = async (): Promise<void> => {
    await renderScreen(await form.screen(refuse), { farm, session: session as never });
    await rest(20);
    press(form.opens ?? []);
    await rest(20);
  };
  await again();
  return { form, farm, again, tries: () => farm.done.length + told.length };
}

/** Types in all of it; gives what stands there then. */
async function typed({ form }: Opened): Promise<readonly string[]> {
  const before = standing();
  (form.changes ?? fillEverything)();
  press(form.chooses ?? []);
  await rest(5);
  expect(standing()).not.toEqual(before);
  return standing();
}

const kept = forms.filter((form) => !form.isSecret).map((form) => [form.name ?? form.file, form] as const);
const secret = forms.filter((form) => form.isSecret).map((form) => [form.file, form] as const);

describe('what is typed in a form', () => {
  test.each(kept)('%s: is there again after going back', async (_, form) => {
    const opened = await open(form);
    const words = await typed(opened);
    cleanup();
    await opened.again();
    expect(standing(true)).toEqual(words);
  });

  test.each(kept)('%s: is there again after a reload, and no update comes in between', async (_, form) => {
    const opened = await open(form);
    const words = await typed(opened);
    expect(isBusy()).toBe(true);
    window.dispatchEvent(new Event('pagehide'));
    // The page is gone: nothing that it says from here on reaches the disk.
    opened.farm.break();
    cleanup();
    opened.farm.break();
    await opened.again();
    expect(standing(true)).toEqual(words);
  });

  test.each(kept)('%s: stays when the save is refused, there and after going back', async (_, form) => {
    const opened = await open(form);
    const words = await typed(opened);
    press(form.saves);
    await rest(30);
    expect(opened.tries(), 'a save that was tried').toBeGreaterThan(0);
    expect(standing()).toEqual(words);
    cleanup();
    await opened.again();
    expect(standing(true)).toEqual(words);
  });

  test.each(secret)('%s: a password or a code is kept nowhere', async (_, form) => {
    const opened = await open(form);
    expect(fillEverything()).toBeGreaterThan(0);
    await rest(5);
    expect(isBusy()).toBe(true);
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('una clave bien larga');
    await opened.again();
    const secrets = controls().filter(isSecret);
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.map((field) => field.value)).toEqual(secrets.map(() => ''));
  });
});

test('what was taken back by hand does not come back by itself', async () => {
  const form = forms.find(({ file }) => file === 'notes/note-form.tsx');
  if (!form) throw new Error('No form of notes');
  const opened = await open(form);
  const note = screen.getByLabelText('Nota');
  fireEvent.change(note, { target: { value: 'El molino pierde agua' } });
  await rest(350);
  fireEvent.change(note, { target: { value: '' } });
  await rest(5);
  cleanup();
  await opened.again();
  expect(screen.queryByText('Recuperamos lo que estabas cargando')).toBeNull();
});

describe('the forms of the app', () => {
  test('are all in the table above', () => {
    const known = new Set(forms.map((form) => form.file));
    expect(formDrafts().filter((path) => !known.has(path))).toEqual([]);
    expect([...known].filter((path) => !screens.has(path))).toEqual([]);
  });

  test('that remember nothing are those where there is nothing to remember', () => {
    expect(unkept().toSorted()).toEqual(Object.keys(withoutDraftOnPurpose).toSorted());
  });

  test('are found by what they are made of', () => {
    const planted = new Map([
      ['a.tsx', "const form = useForm<Draft>({ keeping: useDraft('a', null) });"],
      ['b.tsx', 'const [text, setText] = useState(\'\');\n<TextField label="b" value={text} onChange={setText} />'],
      ['c.tsx', '<TextField label="c" value={form.values.c} onChange={form.change} />'],
    ]);
    expect(formDrafts(planted)).toEqual(['a.tsx']);
    expect(unkept(planted)).toEqual(['b.tsx']);
  });
});
