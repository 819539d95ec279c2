import { Link } from '@tanstack/react-router';
import { sentences } from '../../../contract/sentences.ts';
import { logInForm } from '../../../domain/people/account.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { OthersWaiting } from '../../frame/others-waiting.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { AccountPage } from './account-page.tsx';
import { Farewell } from './farewell.tsx';
import { useForm } from '../../frame/use-form.ts';

/** Log-in (ux.md §4.8). Failures are told in the sentences of product.md §8. */
export const LogIn = () => {
  const { session } = useSession();
  const form = useForm(
    ['email', 'password'],
    logInForm,
    async (values) => {
      const entered = await session.logIn(values);
      if (!entered.ok) return entered.problem;
      toastSuccess(sentences.signedIn);
      return null;
    },
    { keepAs: 'log-in' },
  );
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
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        value={form.values.email}
        onChange={(text) => form.set('email', text)}
        error={form.errorOf('email')}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        value={form.values.password}
        onChange={(text) => form.set('password', text)}
        error={form.errorOf('password')}
      />
      <FailedNotice message={form.message} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Ingresar
      </Button>
    </AccountPage>
  );
};
