import { fireEvent, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { ReviewSheet } from '../../src/app/features/review/review-sheet.tsx';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { Role } from '../../src/domain/people/roles.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, movementView, renderScreen } from './fake-farm.tsx';

const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const answered = (body: object): Reply => ({ outcome: 'answer', status: 200, body: { ok: true, ...body }, marks });
/** What the sheet asked its route for. */
export const edited = vi.fn<(id: string) => void>();
export const counted = vi.fn<(lotId: string) => void>();
export const corrected = vi.fn<(id: string) => void>();

interface Shown extends Partial<FarmValues> {
  readonly role?: Role;
  /** Null where there is no signal. */
  readonly refused?: readonly object[] | null;
  readonly ears?: Set<(message: unknown) => void>;
}

/** Opens 'A revisar' and gives what was done here and what was asked of the server. */
export async function show({
  role = 'owner',
  refused = [],
  ears = new Set(),
  ...values
}: Shown): Promise<{ farm: FakeFarm; calls: Request[] }> {
  const farm = fakeFarm(values);
  const calls: Request[] = [];
  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    calls.push(request);
    if (refused === null) return Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' });
    if (request.method === 'GET') return Promise.resolve(answered({ refused }));
    return Promise.resolve(answered({ movement: movementView().movement, alreadyDeleted: false }));
  };
  await renderScreen(
    <ReviewSheet open onClose={() => undefined} onEdit={edited} onCount={counted} onCorrectRefused={corrected} />,
    {
      farm,
      ears,
      session: { ...fakeSession(role), call },
    },
  );
  return { farm, calls };
}
/** A part of the sheet, by its heading. */
export const part = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
/** Touches a button of this name. */
export const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
/** A record that waits for a look. */
export const waiting = (movement: Partial<Movement>, summary = '1 vaca · El Ombú') =>
  movementView(movement, { state: 'revisar', summary });
/** Where such records stand. */
export const place = { lot_id: 'ombu', deletedBy: null, editHistory: [] };
