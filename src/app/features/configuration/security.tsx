import { NeedsSignal } from '#platform';
import { ChangePassword } from './change-password.tsx';
import { Pin } from './pin.tsx';
import { Sessions } from './sessions.tsx';

/** How one gets in, and from where one is in (domain.md §2.14, Seguridad). */
export const Security = () => (
  <>
    <NeedsSignal />
    <Sessions />
    <ChangePassword />
    <Pin />
  </>
);
