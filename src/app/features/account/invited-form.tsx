import { Link } from '@tanstack/react-router';
import { authEndpoints, type InvitationShown } from '#contract/endpoints/auth.ts';
import { invitedForm } from '#domain/people/credentials.ts';
import { displayName, fullName } from '#domain/people/names.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { Submit } from '#forms/submit.tsx';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';
import { useSession } from '#platform/session-context.tsx';
import { callFailureOf } from '#session/ask.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { AccountPage, MailField, NewPassword, ShownName } from './account-page.tsx';
import { forgetInvitation, invitedTo } from './invitation.ts';
import { PhoneField } from '#farm/phone-field.tsx';
import { Card } from '#ui/card.tsx';
import styles from './account.module.css';

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

export interface Made {
  readonly farm: string;
  readonly loginName: string;
  readonly phone: string | null;
  readonly hasMail: boolean;
}

export const Welcome = ({ farm, loginName, phone, hasMail, onDone }: Made & { readonly onDone: () => void }) => (
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
