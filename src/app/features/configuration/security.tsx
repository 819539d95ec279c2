import { NeedsSignal } from '#platform';
import { ChangePassword } from './change-password.tsx';
import { Pin } from './pin.tsx';
import { Sessions } from './sessions.tsx';

/** Sessions, password and PIN (domain.md §2.14, Seguridad). */
export const Security = () => (
  <>
    <NeedsSignal />
    <Sessions />
    <ChangePassword />
    <Pin />
  </>
);
