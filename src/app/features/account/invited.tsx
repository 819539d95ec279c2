import { useAsk } from '#platform/use-answer.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { authEndpoints, type InvitationShown } from '#contract/endpoints/auth.ts';
import { useSession } from '#platform/session-context.tsx';
import { ask, type CallFailure } from '#session/ask.ts';
import { Button } from '#ui/button.tsx';
import { LoadingRing } from '#ui/loading-ring.tsx';
import { Notice } from '#ui/notice.tsx';
import { AccountPage } from './account-page.tsx';
import { forgetInvitation, type Invitation, invitedTo } from './invitation.ts';
import { InvitedForm, type Made, Welcome } from './invited-form.tsx';
import { SignUp } from './sign-up.tsx';
import { teamEndpoints } from '#contract/endpoints/team.ts';
import { fullName } from '#domain/people/names.ts';
import { Submit } from '#forms/submit.tsx';
import { useTry } from '#forms/use-once.ts';
import { toastSuccess } from '#ui/toaster.tsx';

interface InvitedProps {
  readonly invitation: Invitation;
  /** Joined or declined. */
  readonly onDone: () => void;
}

/** Entry by invitation (domain.md §2.12): shows farm and inviter, then asks. */
export const Invited = ({ invitation, onDone }: InvitedProps) => {
  const { state } = useSession();
  const { shown, failed, busy, again } = useShown(invitation.token);
  const [made, setMade] = useState<Made | null>(null);
  const [isEntering, setIsEntering] = useState(false);
  const [isAnother, setIsAnother] = useState(false);
  if (made) return <Welcome {...made} onDone={onDone} />;
  if (failed) return <Unopened failed={failed} busy={busy} onAgain={again} onDone={onDone} />;
  if (shown === undefined) return <LoadingRing />;
  const isByName = shown?.email === null;
  if (state.status === 'signed-in' && !isEntering && !isAnother) {
    const another = isByName ? { onAnother: () => setIsAnother(true) } : {};
    return <Join token={invitation.token} shown={shown} onDone={onDone} {...another} />;
  }
  if (!shown || !isByName) return <SignUp invitation={invitation} shown={shown} />;
  return <InvitedForm token={invitation.token} shown={shown} onEntering={setIsEntering} onMade={setMade} />;
};

/** The invitation; null from a backend that hides it before log-in, undefined while loading. */
function useShown(token: string) {
  const { session } = useSession();
  const [shown, setShown] = useState<InvitationShown | null>();
  const [failed, setFailed] = useState<CallFailure | null>(null);
  const [busy, setBusy] = useState(true);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isHere = true;
    void ask(session, authEndpoints.invitation, { body: { token } }).then((answer) => {
      if (!isHere) return;
      const isUnknown = !answer.ok && answer.problem.code === 'NOT_FOUND';
      setFailed(answer.ok || isUnknown ? null : answer.problem);
      if (answer.ok) setShown(answer.value.invitation);
      if (isUnknown) setShown(null);
      setBusy(false);
    });
    return () => {
      isHere = false;
    };
  }, [session, token, times]);
  const again = (): void => {
    setBusy(true);
    setTimes(times + 1);
  };
  return { shown, failed, busy, again };
}

interface UnopenedProps {
  readonly failed: CallFailure;
  readonly busy: boolean;
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

const Unopened = ({ failed, busy, onAgain, onDone }: UnopenedProps) => {
  const { state } = useSession();
  const isOver = failed.code === 'WRONG_CODE';
  const isIn = state.status === 'signed-in';
  return (
    <AccountPage
      title="Tu invitación"
      footer={
        isIn ? null : (
          <p>
            ¿Ya tenés cuenta? <Link to="/log-in">Iniciá sesión</Link>
          </p>
        )
      }
    >
      <Notice tone="warn" role="alert" title={failed.message}>
        {isOver
          ? 'Pedile otra a quien administra el equipo. Si la usaste vos, iniciá sesión.'
          : 'Para abrir la invitación hace falta señal. El enlace sigue acá: probá de nuevo cuando tengas.'}
      </Notice>
      {isOver ? null : (
        <Button variant="primary" wide busy={busy} onClick={onAgain}>
          Probar de nuevo
        </Button>
      )}
      {isOver && isIn ? (
        <Button
          wide
          onClick={() => {
            forgetInvitation();
            onDone();
          }}
        >
          Seguir sin sumarme
        </Button>
      ) : null}
    </AccountPage>
  );
};

interface JoinProps {
  readonly token: string;
  /** Null if the server does not tell. */
  readonly shown?: InvitationShown | null;
  readonly onDone: () => void;
  /** The invitation is for somebody else than who is signed in. */
  readonly onAnother?: () => void;
}

export const Join = ({ token, shown = null, onDone, onAnother }: JoinProps) => {
  const { session, state } = useSession();
  const ask = useAsk();
  const join = useTry(async () => {
    const joined = await ask(teamEndpoints.acceptInvitation, { body: { token } });
    if (!joined.ok) return joined.problem.message;
    const { id, name } = joined.value.organization;
    await session.reloadOrganizations();
    session.select(id);
    toastSuccess(`Ya estás en ${name}`);
    forgetInvitation();
    onDone();
    return null;
  });
  const letBe = (): void => {
    forgetInvitation();
    onDone();
  };
  return (
    <AccountPage
      title={invitedTo(shown)}
      onSubmit={join.run}
      footer={
        <Button variant="quiet" onClick={letBe}>
          Seguir sin sumarme
        </Button>
      }
    >
      {shown && state.user ? <p>Entrás con tu cuenta, {fullName(state.user)}.</p> : null}
      <p>Si te sumás, el equipo ve tu nombre y tu teléfono. Hasta entonces no ve nada de vos.</p>
      <Submit
        form={{ message: join.failed, busy: join.busy }}
        label={join.failed === null ? 'Sumarme al equipo' : 'Probar de nuevo'}
      />
      {shown && onAnother ? (
        <Button wide onClick={onAnother}>
          La invitación es para otra persona
        </Button>
      ) : null}
    </AccountPage>
  );
};
