import { useState } from 'react';
import type { InvitationShown } from '#contract/endpoints/auth.ts';
import { teamEndpoints } from '#contract/endpoints/team.ts';
import { fullName } from '#domain/people/names.ts';
import { Submit } from '#forms/submit.tsx';
import { useSession } from '#platform/session-context.tsx';
import { useOnce } from '#forms/use-once.ts';
import { ask } from '#session/ask.ts';
import { Button } from '#ui/button.tsx';
import { toastSuccess } from '#ui/toaster.tsx';
import { AccountPage } from './account-page.tsx';
import { forgetInvitation, invitedTo } from './invitation.ts';

interface JoinProps {
  readonly token: string;
  /** Null if the server does not tell. */
  readonly shown?: InvitationShown | null;
  /** Joined or declined. */
  readonly onDone: () => void;
  /** The invitation is for somebody else than who is signed in. */
  readonly onAnother?: () => void;
}

/** Asks a signed-in person to join. */
export const Join = ({ token, shown = null, onDone, onAnother }: JoinProps) => {
  const { session, state } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const join = useOnce(async () => {
    setFailed(null);
    const joined = await ask(session, teamEndpoints.acceptInvitation, { body: { token } });
    if (!joined.ok) return setFailed(joined.problem.message);
    const { id, name } = joined.value.organization;
    await session.reloadOrganizations();
    session.select(id);
    toastSuccess(`Ya estás en ${name}`);
    forgetInvitation();
    return onDone();
  });
  const letBe = (): void => {
    forgetInvitation();
    onDone();
  };
  return (
    <AccountPage
      title={invitedTo(shown)}
      onSubmit={() => void join.run()}
      footer={
        <Button variant="quiet" onClick={letBe}>
          Seguir sin sumarme
        </Button>
      }
    >
      {shown && state.user ? <p>Entrás con tu cuenta, {fullName(state.user)}.</p> : null}
      <p>Si te sumás, el equipo ve tu nombre y tu teléfono. Hasta entonces no ve nada de vos.</p>
      <Submit
        form={{ message: failed, busy: join.busy }}
        label={failed === null ? 'Sumarme al equipo' : 'Probar de nuevo'}
      />
      {shown && onAnother ? (
        <Button wide onClick={onAnother}>
          La invitación es para otra persona
        </Button>
      ) : null}
    </AccountPage>
  );
};
