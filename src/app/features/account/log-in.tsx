import { Link } from '@tanstack/react-router';
import { sentences } from '#contract/sentences.ts';
import { logInForm } from '#domain/people/account.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toastSuccess } from '#ui/toaster.tsx';
import { FailedNotice } from '#platform/failed-notice.tsx';
import { OthersWaiting } from '#farm/others-waiting.tsx';
import { useSession } from '#platform/session-context.tsx';
import { AccountPage } from './account-page.tsx';
import { Farewell } from './farewell.tsx';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';

/** Log-in (ux.md §4.8). Failures use the sentences of product.md §8. */
export const LogIn = () => {
  const { session } = useSession();
  const form = useForm({
    start: { email: '', password: '' },
    keeping: useTab('log-in'),
    read: (typed) => logInForm.safeParse(typed),
    save: async (typed) => {
      const entered = await session.logIn(typed);
      if (!entered.ok) return entered.problem;
      toastSuccess(sentences.signedIn);
      return null;
    },
  });
  return (
    <AccountPage
      title="Iniciar sesión"
      onSubmit={() => void form.submit()}
      footer={
        <>
          <p>
            <Link to="/recovery">Olvidé mi contraseña</Link>
          </p>
          <p>
            ¿No tenés cuenta? <Link to="/sign-up">Registrate</Link>
          </p>
          <p>Sin señal no se puede iniciar sesión.</p>
        </>
      }
    >
      <Farewell />
      <OthersWaiting />
      <TextField
        label="Correo electrónico, celular o nombre"
        type="text"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        {...form.bind('email')}
      />
      <PasswordField label="Contraseña" autoComplete="current-password" {...form.bind('password')} />
      <FailedNotice message={form.message} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Ingresar
      </Button>
    </AccountPage>
  );
};
