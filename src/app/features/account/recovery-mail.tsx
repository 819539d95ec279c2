import { Link } from '@tanstack/react-router';
import { authEndpoints } from '#contract/endpoints/auth.ts';
import { recoveryForm } from '#domain/people/credentials.ts';
import { useCountdown, waitText } from './countdown.ts';
import { FailedNotice } from '#platform/failed-notice.tsx';
import { useSession } from '#platform/session-context.tsx';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';
import { ask } from '#session/ask.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AccountPage } from './account-page.tsx';
import { afterFailedSend, afterSend } from './recovery-sending.ts';
import type { Recovery } from './recovery-state.ts';

export interface RecoveryStep {
  readonly recovery: Recovery;
  readonly onChange: (changes: Partial<Recovery>) => void;
}

/** Step 1: the address. The answer does not reveal whether it has an account. */
export const RecoveryMail = ({ recovery, onChange }: RecoveryStep) => {
  const { session } = useSession();
  const wait = useCountdown(recovery.resendMs);
  const form = useForm({
    start: { email: recovery.email },
    keeping: useTab('recovery'),
    read: (typed) => recoveryForm.safeParse(typed),
    save: async (body) => {
      const sent = await ask(session, authEndpoints.sendRecoveryCode, { body });
      onChange({ email: body.email, ...(sent.ok ? afterSend(sent.value) : afterFailedSend(sent.problem)) });
      return sent.ok ? null : sent.problem;
    },
  });
  return (
    <AccountPage
      title="Recuperar contraseña"
      onSubmit={() => void form.submit()}
      footer={
        <p>
          ¿Te acordaste? <Link to="/log-in">Iniciá sesión</Link>
        </p>
      }
    >
      <p>Pedí un código para tu correo. Con el código elegís otra contraseña.</p>
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        {...form.bind('email')}
      />
      <p>
        ¿Ingresás con tu celular o con un nombre, sin correo? Pedile otra invitación a quien administra el equipo:
        entrás con una cuenta nueva.
      </p>
      <FailedNotice message={form.message} />
      {wait > 0 ? <p>Podés pedir otro código en {waitText(wait)}.</p> : null}
      <Button type="submit" variant="primary" wide busy={form.busy} disabled={wait > 0}>
        Enviar código
      </Button>
    </AccountPage>
  );
};
