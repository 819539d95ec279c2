import { Link } from '@tanstack/react-router';
import { authEndpoints } from '#contract/endpoints/auth.ts';
import { problems } from '#contract/problems.ts';
import { sentences } from '#contract/sentences.ts';
import { firstPasswordForm } from '#domain/people/credentials.ts';
import { fullName } from '#domain/people/names.ts';
import { Submit } from '#forms/submit.tsx';
import { useSession } from '#platform/session-context.tsx';
import { useForm } from '#forms/use-form.ts';
import { callFailureOf } from '#session/ask.ts';
import { Notice } from '#ui/notice.tsx';
import { toastSuccess } from '#ui/toaster.tsx';
import { AccountPage, MailShown, NewPassword } from './account-page.tsx';

interface ActivationProps {
  /** The link's part after `#`, which reaches no server and no Referer (trust.md row 52). */
  readonly fragment: string;
  readonly onDone: () => void;
}

const askForAnother = 'Pedile a quien administra el equipo que te cree otro enlace.';

/** First password of somebody an administrator added, by a single-use link (product.md §6, trust.md rows 48, 49). */
export const Activation = ({ fragment, onDone }: ActivationProps) => {
  const link = new URLSearchParams(fragment);
  const [token, email] = [link.get('token') ?? '', link.get('email') ?? ''];
  if (token === '' || email === '') {
    return (
      <AccountPage title="Activar tu cuenta" footer={<LogInInstead />}>
        <Notice tone="warn" title="Al enlace le falta una parte">
          Abrilo de nuevo tal como te llegó. {askForAnother}
        </Notice>
      </AccountPage>
    );
  }
  return <FirstPassword key={token} token={token} email={email} onDone={onDone} />;
};

const LogInInstead = () => (
  <p>
    ¿Ya elegiste tu contraseña? <Link to="/log-in">Iniciá sesión</Link>
  </p>
);

interface FirstPasswordProps {
  readonly token: string;
  readonly email: string;
  readonly onDone: () => void;
}

const FirstPassword = ({ token, email, onDone }: FirstPasswordProps) => {
  const { session, state } = useSession();
  const form = useForm({
    start: { email, password: '' },
    read: (typed) => firstPasswordForm.safeParse(typed),
    save: async (body) => {
      const { method, path } = authEndpoints.setInitialPassword;
      const reply = await session.send({ method, path, body, token });
      if (reply.outcome !== 'answer') {
        const failed = callFailureOf(reply);
        return failed.code === 'TOKEN_INVALID' ? { ...failed, message: spentLink } : failed;
      }
      const entered = await session.enter(reply);
      if (!entered.ok) return entered.problem;
      toastSuccess(sentences.signedIn);
      onDone();
      return null;
    },
  });
  const brokenMail = form.errorOf('email').error ? problems.INVALID_BODY.message : null;
  const other = state.user && state.user.email !== email ? fullName(state.user) : null;
  return (
    <AccountPage title="Activar tu cuenta" onSubmit={form.submit} footer={<LogInInstead />}>
      <p>Elegí tu contraseña. Nadie más la conoce, ni quien te sumó al equipo.</p>
      {other === null ? null : (
        <Notice tone="warn">
          En este celular está la sesión de {other}. Al activar tu cuenta, este celular pasa a la tuya; sus registros
          quedan guardados.
        </Notice>
      )}
      <MailShown email={email} />
      <NewPassword {...form.bind('password')} />
      <Submit form={{ ...form, message: form.message ?? brokenMail }} label="Activar la cuenta" />
    </AccountPage>
  );
};

/** Replaces `invalid token`. */
const spentLink = `Este enlace ya se usó o venció. ${askForAnother}`;
