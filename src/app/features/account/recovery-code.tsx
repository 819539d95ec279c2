import { useAsk } from '#platform/use-answer.ts';
import { useState } from 'react';
import { authEndpoints } from '#contract/endpoints/auth.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { recoveryCodeForm } from '#domain/people/credentials.ts';
import { afterFailedSend, afterSend, type RecoveryStep, useCountdown, waitText } from './recovery-state.ts';
import { FailedNotice } from '#platform/failed-notice.tsx';
import { useForm } from '#forms/use-form.ts';
import { Submit } from '#forms/submit.tsx';
import { useTry } from '#forms/use-once.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextField } from '#ui/text-field.tsx';
import { AccountPage } from './account-page.tsx';

/** Tries the server allows per code (trust.md row 41). */
const mostTries = 5;

/** Step 2: the code, by mail or from the server's administrator. */
export const RecoveryCode = ({ recovery, onChange }: RecoveryStep) => {
  const ask = useAsk();
  const { email, wrongTries } = recovery;
  const isSpent = wrongTries >= mostTries;
  const form = useForm({
    start: { email, code: '' },
    read: (typed) => recoveryCodeForm.safeParse(typed),
    save: async (body) => {
      const checked = await ask(authEndpoints.verifyRecoveryCode, { body });
      if (checked.ok) {
        onChange({ step: 'password', resetToken: checked.value.reset_token });
        return null;
      }
      if (checked.problem.code === 'WRONG_CODE') onChange({ wrongTries: wrongTries + 1 });
      return checked.problem;
    },
  });
  return (
    <AccountPage
      title="Ingresar el código"
      onSubmit={() => void (isSpent ? undefined : form.submit())}
      footer={
        <>
          <SendAgain recovery={recovery} onChange={onChange} />
          <Button variant="quiet" onClick={() => onChange({ step: 'email' })}>
            Usar otro correo
          </Button>
        </>
      }
    >
      {recovery.isMailed ? (
        <p>
          Si hay una cuenta con <strong>{email}</strong>, te enviamos un código de 6 números. Vale 10 minutos. Mirá
          también en el correo no deseado.
        </p>
      ) : (
        <p>
          {accountSentences.noMailCode}. Si hay una cuenta con <strong>{email}</strong>, el código tiene 6 números y
          vale 10 minutos.
        </p>
      )}
      <TextField label="Código" inputMode="numeric" autoComplete="one-time-code" {...form.bind('code')} />
      <Submit form={form} label="Continuar" disabled={isSpent}>
        {isSpent ? (
          <Notice tone="warn" role="status">
            Probaste {mostTries} veces: ese código ya no sirve. Pedí otro.
          </Notice>
        ) : null}
      </Submit>
    </AccountPage>
  );
};

const SendAgain = ({ recovery, onChange }: RecoveryStep) => {
  const ask = useAsk();
  const wait = useCountdown(recovery.resendMs);
  const [said, setSaid] = useState<string | null>(null);
  const send = useTry(async () => {
    setSaid(null);
    const sent = await ask(authEndpoints.sendRecoveryCode, { body: { email: recovery.email } });
    onChange(sent.ok ? afterSend(sent.value) : afterFailedSend(sent.problem));
    if (!sent.ok) return sent.problem.message;
    setSaid(
      sent.value.mail_sent === false
        ? `El código anterior ya no sirve. ${accountSentences.noMailCode}.`
        : 'Te enviamos otro código. El anterior ya no sirve.',
    );
    return null;
  });
  return (
    <>
      {said ? (
        <Notice tone="ok" role="status">
          {said}
        </Notice>
      ) : null}
      <FailedNotice message={send.failed} />
      <Button busy={send.busy} disabled={wait > 0} onClick={send.run}>
        {wait > 0 ? `Otro código en ${waitText(wait)}` : recovery.isMailed ? 'Enviar otro código' : 'Pedir otro código'}
      </Button>
    </>
  );
};
