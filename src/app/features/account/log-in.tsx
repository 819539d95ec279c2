import { Link } from '@tanstack/react-router';
import { sentences } from '#contract/sentences.ts';
import { logInForm } from '#domain/people/account.ts';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { toastSuccess } from '#ui/toaster.tsx';
import { Submit } from '#forms/submit.tsx';
import { OthersWaiting } from '#farm/others-waiting.tsx';
import { useSession } from '#platform/session-context.tsx';
import { AccountPage } from './account-page.tsx';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';
import { Notice } from '#ui/notice.tsx';

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
      onSubmit={form.submit}
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
      <PasswordField label="Contraseña" {...form.bind('password')} />
      <Submit form={form} label="Ingresar" />
    </AccountPage>
  );
};

/** Spanish for the fixed English sentences (ux.md §0.2, E). */
const meanings: Readonly<Record<string, string>> = {
  [sentences.sessionTerminated]:
    'Tu sesión terminó. Ingresá de nuevo: lo que falte enviar sigue guardado en este celular.',
  [sentences.logoutWithApiError]:
    'Saliste de este celular, pero no se le pudo avisar al servidor. Lo que falte enviar sigue guardado acá.',
};

/** Why the session ended, above the log-in form (product.md §8). */
const Farewell = () => {
  const { farewell } = useSession().state;
  if (farewell === null) return null;
  const meaning = meanings[farewell];
  if (meaning === undefined) return <Notice role="status">{farewell}</Notice>;
  return (
    <Notice role="status">
      <p>{meaning}</p>
      <p lang="en">{farewell}</p>
    </Notice>
  );
};
