// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ConversationScreen,
  ConversationsScreen,
} from '../../../src/app/features/conversations/conversations-screen.tsx';
import { renderScreen } from '../../support/fake-farm.tsx';
import { json, refusal } from '../../support/phone-session.ts';
import { signedIn } from '../../support/signed-in.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const at = '2026-11-20T14:03:00.000Z';
const thread = {
  id: 'one',
  phone: '+5491155551234',
  user_id: 'juan',
  user_name: 'Juan Gómez',
  organization_id: 'ombu',
  organization_name: 'El Ombú',
  last_message: '25 mm en El Bajo',
  last_at: at,
  unread: 2,
};
const stranger = { ...thread, id: 'two', user_name: null, organization_name: null, last_message: null, unread: 0 };
const said = {
  id: 'm1',
  direction: 'in',
  text: '25 mm',
  choice: null,
  audio_id: null,
  at,
  state: 'received',
  movement_id: 'r',
};
const voice = { ...said, id: 'm2', text: null, audio_id: 'voice', movement_id: null };
const answered = { ...said, id: 'm3', direction: 'out', text: 'Anotado', state: 'read', movement_id: null };

/** The super admin, whose calls for conversations and sounds are answered by `wire`. */
const operator = (wire: (call: { readonly path: string }) => Response) =>
  signedIn(({ path }) => (/^\/(api\/conversation|audio)/.test(path) ? wire({ path }) : null));

const items = (name: string): (string | null)[] =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the conversations of the platform', () => {
  test('name who writes, on which farm, what was said last and how much is new', async () => {
    const phone = await operator(() => json({ ok: true, conversations: [thread, stranger] }));
    await renderScreen(<ConversationsScreen />, { session: phone.session });
    await screen.findByText('Juan Gómez');
    expect(items('Conversaciones')).toEqual([
      'Juan Gómez25 mm en El BajoEl Ombú · +54 9 11 5555-123420/11/2026 11:032 nuevos',
      '+54 9 11 5555-1234Mensaje de vozNúmero desconocido20/11/2026 11:03',
    ]);
    expect(screen.getByRole('link', { name: /Juan Gómez/ }).getAttribute('href')).toBe('/conversations/one');
  });

  test('come page by page', async () => {
    const phone = await operator(({ path }) =>
      path.includes('cursor=next')
        ? json({ ok: true, conversations: [stranger] })
        : json({ ok: true, conversations: [thread], next_cursor: 'next' }),
    );
    await renderScreen(<ConversationsScreen />, { session: phone.session });
    fireEvent.click(await screen.findByRole('button', { name: 'Ver más' }));
    await waitFor(() => expect(items('Conversaciones')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull();
  });

  test('none yet is said, with what will appear', async () => {
    const phone = await operator(() => json({ ok: true, conversations: [] }));
    await renderScreen(<ConversationsScreen />, { session: phone.session });
    expect(await screen.findByText(/Todavía no hay conversaciones/)).not.toBeNull();
  });

  test('a list that does not come says why, and is asked for again', async () => {
    const world = { isUp: false };
    const phone = await operator(() =>
      world.isUp
        ? json({ ok: true, conversations: [thread] })
        : refusal(503, 'El servidor está ocupado', 'SERVER_BUSY'),
    );
    await renderScreen(<ConversationsScreen />, { session: phone.session });
    await screen.findByText('El servidor está ocupado');
    world.isUp = true;
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Juan Gómez')).not.toBeNull();
  });
});

const invoiced = vi.fn<(shared: string) => void>();

describe('one conversation', () => {
  const sound = (): Response =>
    new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'audio/ogg', 'x-api-contract': '1' } });
  const show = async (audio: () => Response = sound) => {
    const phone = await operator(({ path }) =>
      path.startsWith('/audio/')
        ? audio()
        : json({ ok: true, conversation: thread, messages: [said, voice, answered] }),
    );
    await renderScreen(<ConversationScreen id="one" onInvoice={invoiced} />, { session: phone.session });
    await screen.findByRole('heading', { level: 1, name: 'Juan Gómez' });
    return phone;
  };

  test('is read from its beginning, with what came of each message', async () => {
    await show();
    expect(items('Mensajes')).toEqual([
      'Juan Gómez25 mm20/11/2026 11:03 · Recibido · Generó un registro',
      'Juan GómezEscuchar mensaje de voz20/11/2026 11:03 · Recibido',
      'TranqueraAnotado20/11/2026 11:03 · Leído',
    ]);
  });

  test('a voice message is fetched when somebody wants to hear it', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:voice');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const phone = await show();
    expect(phone.pathsSent().some((path) => path.startsWith('/audio/'))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Escuchar mensaje de voz' }));
    const player = await screen.findByLabelText('Mensaje de voz');
    expect(player.getAttribute('src')).toBe('blob:voice');
    expect(phone.sent.find((call) => call.path === '/audio/voice')?.token).not.toBeNull();
  });

  test('one that is gone says so', async () => {
    await show(() => refusal(404, 'No se encontró', 'NOT_FOUND'));
    fireEvent.click(screen.getByRole('button', { name: 'Escuchar mensaje de voz' }));
    expect(await screen.findByText('No se encontró')).not.toBeNull();
  });

  test('that does not exist is told', async () => {
    const phone = await operator(() => refusal(404, 'No se encontró', 'NOT_FOUND'));
    await renderScreen(<ConversationScreen id="none" onInvoice={invoiced} />, { session: phone.session });
    expect(await screen.findByText('No se encontró')).not.toBeNull();
  });
});

describe('what a conversation carries', () => {
  const photo = { ...said, id: 'm4', text: null, movement_id: null, file: { id: 'f', type: 'image/jpeg', size: 3 } };
  const lost = { ...said, id: 'm5', text: 'Audio no disponible', movement_id: null, missing: 'audio' };
  const picture = (): Response =>
    new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/jpeg', 'x-api-contract': '1' } });
  const show = async (organization_id: string | null, file: () => Response = picture) => {
    invoiced.mockClear();
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    const phone = await operator(({ path }) =>
      path.includes('/file/')
        ? file()
        : json({ ok: true, conversation: { ...thread, organization_id }, messages: [photo, lost] }),
    );
    await renderScreen(<ConversationScreen id="one" onInvoice={invoiced} />, { session: phone.session });
    fireEvent.click(await screen.findByRole('button', { name: 'Ver foto' }));
    return phone;
  };
  const openFarm = async (): Promise<string> => (await operator(() => json({}))).session.state().selectedId ?? '';

  test('says in its place what could not be had', async () => {
    await show(null);
    expect(items('Mensajes')[1]).toBe('Juan GómezAudio no disponible20/11/2026 11:03 · Recibido');
  });

  test('is offered as an invoice of its own farm, and as a photo', async () => {
    await show(await openFarm());
    expect(await screen.findByRole('img', { name: 'Foto de la conversación' })).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Guardar foto' })).not.toBeNull();
    const kept: [string, Response][] = [];
    const put = async (address: string, held: Response) => Promise.resolve(void kept.push([address, held]));
    vi.stubGlobal('caches', { open: async () => Promise.resolve({ put }) });
    fireEvent.click(screen.getByRole('button', { name: 'Cargar como factura' }));
    await waitFor(() => expect(invoiced).toHaveBeenCalledOnce());
    const [[address, held] = ['', null]] = kept;
    expect(address).toBe(`/compartido/${invoiced.mock.calls[0]?.[0]}/0`);
    expect([held?.headers.get('x-name'), held?.headers.get('content-type')]).toEqual(['foto.jpg', 'image/jpeg']);
    vi.unstubAllGlobals();
  });

  test('is no invoice of another farm than its own', async () => {
    await show('another');
    await screen.findByRole('button', { name: 'Guardar foto' });
    expect(screen.queryByRole('button', { name: 'Cargar como factura' })).toBeNull();
  });

  test('that is gone says so', async () => {
    await show(null, () => refusal(404, 'No se encontró', 'NOT_FOUND'));
    expect(await screen.findByText('No se encontró')).not.toBeNull();
  });
});
