import { authEndpoints } from '#contract/endpoints/auth.ts';
import { limits } from '#domain/limits.ts';
import { resetForm } from '#domain/people/credentials.ts';
import { FailedNotice } from '#platform/failed-notice.tsx';
import { useSession } from '#platform/session-context.tsx';
import { useForm } from '#forms/use-form.ts';
import { ask } from '#session/ask.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { AccountPage } from './account-page.tsx';
import { MailShown } from './mail-shown.tsx';
import type { RecoveryStep } from './recovery-mail.tsx';

/** Step 3: the new password. Ends all the person's sessions. */
export const RecoveryPassword = ({ recovery, onChange }: RecoveryStep) => {
  const { session } = useSession();
  const form = useForm({
    start: { email: recovery.email, reset_token: recovery.resetToken, password: '' },
    read: (typed) => resetForm.safeParse(typed),
    save: async (body) => {
      const changed = await ask(session, authEndpoints.resetPassword, { body });
      if (changed.ok) onChange({ step: 'done', resetToken: '' });
      return changed.ok ? null : changed.problem;
    },
  });
  return (
    <AccountPage
      title="Elegir otra contraseña"
      onSubmit={() => void form.submit()}
      footer={
        <Button variant="quiet" onClick={() => onChange({ step: 'email', resetToken: '' })}>
          Pedir otro código
        </Button>
      }
    >
      <Notice>Al guardarla se cierran tus sesiones en todos los celulares.</Notice>
      <MailShown email={recovery.email} />
      <PasswordField
        label="Contraseña nueva"
        hint={`Al menos ${limits.passwordMinLength} caracteres`}
        autoComplete="new-password"
        {...form.bind('password')}
      />
      <FailedNotice message={form.message} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Guardar contraseña
      </Button>
    </AccountPage>
  );
};
