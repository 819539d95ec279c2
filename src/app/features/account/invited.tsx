import { useAsk } from '#platform/use-answer.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { authEndpoints, type InvitationShown } from '#contract/endpoints/auth.ts';
import { useSession } from '#platform/session-context.tsx';
import { ask, type CallFailure, callFailureOf } from '#session/ask.ts';
import { Button } from '#ui/button.tsx';
import { LoadingRing } from '#ui/loading-ring.tsx';
import { Notice } from '#ui/notice.tsx';
import { AccountPage, MailField, NewPassword, ShownName } from './account-page.tsx';
import { forgetInvitation, type Invitation, invitedTo } from './invitation.ts';
import { SignUp } from './sign-up.tsx';
import { teamEndpoints } from '#contract/endpoints/team.ts';
import { displayName, fullName } from '#domain/people/names.ts';
import { Submit } from '#forms/submit.tsx';
import { useTry } from '#forms/use-once.ts';
import { toastSuccess } from '#ui/toaster.tsx';
import { invitedForm } from '#domain/people/credentials.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';
import { PhoneField } from '#farm/phone-field.tsx';
import { Card } from '#ui/card.tsx';
import styles from './account.module.css';

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

interface InvitedFormProps {
  readonly token: string;
  readonly shown: InvitationShown;
  /** Keeps the form mounted while the session opens. */
  readonly onEntering: (isEntering: boolean) => void;
  readonly onMade: (made: Made) => void;
}

const optional = (text: string): string | null => (text.trim() === '' ? null : text);

/** Account of somebody invited by name: a password, phone and e-mail optional (domain.md §2.12). */
export const InvitedForm = ({ token, shown, onEntering, onMade }: InvitedFormProps) => {
  const { session, state } = useSession();
  const name = shown.login_name ?? '';
  const form = useForm({
    start: { phone: shown.phone === null ? '' : formatPhone(shown.phone), email: '', password: '' },
    keeping: useTab('invitado'),
    read: ({ password, phone, email }) =>
      invitedForm.safeParse({ token, password, phone: optional(phone), email: optional(email) }),
    save: async (body) => {
      const { method, path, answer } = authEndpoints.signUpInvited;
      const reply = await session.send({ method, path, body });
      const parsed = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
      if (!parsed?.success) return perhapsIn(callFailureOf(reply), name);
      onEntering(true);
      forgetInvitation();
      // The account exists: if the farm does not load now, these credentials still work.
      const entered = await session.enter(reply);
      if (entered.ok) session.select(parsed.data.organization.id);
      const { organization, login_name } = parsed.data;
      onMade({
        farm: organization.name,
        loginName: login_name,
        phone: body.phone ?? null,
        hasMail: Boolean(body.email),
      });
      return null;
    },
  });
  const { organization, first_name } = shown;
  return (
    <AccountPage
      title={`${organization.name} te invita, ${displayName(first_name)}`}
      onSubmit={form.submit}
      footer={
        <p>
          ¿Ya tenés cuenta? <Link to="/log-in">Iniciá sesión</Link> y sumate con ella.
        </p>
      }
    >
      <p>{invitedTo(shown)}. Elegí una contraseña y entrás. Nadie más la conoce.</p>
      {state.user && state.status === 'signed-in' ? (
        <Notice tone="warn">
          En este celular está la sesión de {fullName(state.user)}. Al entrar, este celular pasa a la tuya; sus
          registros quedan guardados.
        </Notice>
      ) : null}
      <ShownName label="Tu nombre para ingresar" hint="Con este nombre y tu contraseña volvés a entrar." value={name} />
      <NewPassword {...form.bind('password')} />
      <PhoneField optional {...form.bind('phone')} />
      <MailField
        optional
        autoComplete="email"
        hint="Con él recuperás la contraseña si la olvidás."
        {...form.bind('email')}
      />
      <Submit form={form} label={`Entrar a ${organization.name}`} />
    </AccountPage>
  );
};

/** The answer may have been lost, so the link may be spent by this very person. */
const perhapsIn = (failed: ReturnType<typeof callFailureOf>, name: string) =>
  failed.code === 'WRONG_CODE'
    ? { ...failed, message: `${failed.message}. Si la usaste vos, iniciá sesión con ${name}.` }
    : failed;

interface Made {
  readonly farm: string;
  readonly loginName: string;
  readonly phone: string | null;
  readonly hasMail: boolean;
}

const Welcome = ({ farm, loginName, phone, hasMail, onDone }: Made & { readonly onDone: () => void }) => (
  <AccountPage title={`Ya estás en ${farm}`} footer={null}>
    <Card title="Para volver a entrar">
      <p>
        Tu nombre: <strong translate="no">{loginName}</strong>
      </p>
      {phone === null ? null : (
        <p>
          O tu celular: <strong>{formatPhone(phone)}</strong>
        </p>
      )}
      <p>Y la contraseña que elegiste.</p>
      <p>
        {hasMail
          ? 'Si la olvidás, pedís un código a tu correo.'
          : 'Si la olvidás, quien administra el equipo te manda otra invitación y entrás con una cuenta nueva. Con un correo en Configuración › Mi perfil la recuperás vos.'}
      </p>
    </Card>
    <Button variant="primary" wide className={styles.start} onClick={onDone}>
      Empezar
    </Button>
  </AccountPage>
);
