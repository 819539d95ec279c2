import { useAsk } from '#platform/use-answer.ts';
import { Link } from '@tanstack/react-router';
import { ButtonTo } from '#platform/links.tsx';
import { Notice } from '#ui/notice.tsx';
import { AccountPage, MailField, MailShown, NewPassword } from './account-page.tsx';
import {
  afterFailedSend,
  afterSend,
  type RecoveryStep,
  useCountdown,
  useRecovery,
  waitText,
} from './recovery-state.ts';
import { authEndpoints } from '#contract/endpoints/auth.ts';
import { recoveryCodeForm, recoveryForm, resetForm } from '#domain/people/credentials.ts';
import { Submit } from '#forms/submit.tsx';
import { useTab } from '#forms/keeping.ts';
import { useForm } from '#forms/use-form.ts';
import { Button } from '#ui/button.tsx';
import { useState } from 'react';
import { accountSentences } from '#contract/sentences-account.ts';
import { FailedNotice } from '#platform/failed-notice.tsx';
import { useTry } from '#forms/use-once.ts';
import { TextField } from '#ui/text-field.tsx';

/** Password recovery by a mailed code (trust.md rows 39-45). */
export const Recovery = () => {
  const [recovery, change] = useRecovery();
  if (recovery.step === 'email') return <RecoveryMail recovery={recovery} onChange={change} />;
  if (recovery.step === 'code') return <RecoveryCode recovery={recovery} onChange={change} />;
  if (recovery.step === 'password') return <RecoveryPassword recovery={recovery} onChange={change} />;
  return (
    <AccountPage
      title="Contraseña cambiada"
      footer={
        <p>
          ¿No fuiste vos? Escribile a quien administra tu equipo y <Link to="/recovery">pedí otro código</Link>.
        </p>
      }
    >
      <Notice tone="ok" role="status">
        Se cerraron todas tus sesiones. Los registros que esperan en tus celulares siguen guardados: se envían cuando
        ingreses en cada uno.
      </Notice>
      <ButtonTo to="/log-in" variant="primary" wide>
        Ingresar
      </ButtonTo>
    </AccountPage>
  );
};

/** Step 1: the address. The answer does not reveal whether it has an account. */
const RecoveryMail = ({ recovery, onChange }: RecoveryStep) => {
  const ask = useAsk();
  const wait = useCountdown(recovery.resendMs);
  const form = useForm({
    start: { email: recovery.email },
    keeping: useTab('recovery'),
    read: (typed) => recoveryForm.safeParse(typed),
    save: async (body) => {
      const sent = await ask(authEndpoints.sendRecoveryCode, { body });
      onChange({ email: body.email, ...(sent.ok ? afterSend(sent.value) : afterFailedSend(sent.problem)) });
      return sent.ok ? null : sent.problem;
    },
  });
  return (
    <AccountPage
      title="Recuperar contraseña"
      onSubmit={form.submit}
      footer={
        <p>
          ¿Te acordaste? <Link to="/log-in">Iniciá sesión</Link>
        </p>
      }
    >
      <p>Pedí un código para tu correo. Con el código elegís otra contraseña.</p>
      <MailField {...form.bind('email')} />
      <p>
        ¿Ingresás con tu celular o con un nombre, sin correo? Pedile otra invitación a quien administra el equipo:
        entrás con una cuenta nueva.
      </p>
      <Submit form={form} label="Enviar código" disabled={wait > 0}>
        {wait > 0 ? <p>Podés pedir otro código en {waitText(wait)}.</p> : null}
      </Submit>
    </AccountPage>
  );
};

/** Step 3: the new password. Ends all the person's sessions. */
const RecoveryPassword = ({ recovery, onChange }: RecoveryStep) => {
  const ask = useAsk();
  const form = useForm({
    start: { email: recovery.email, reset_token: recovery.resetToken, password: '' },
    read: (typed) => resetForm.safeParse(typed),
    save: async (body) => {
      const changed = await ask(authEndpoints.resetPassword, { body });
      if (changed.ok) onChange({ step: 'done', resetToken: '' });
      return changed.ok ? null : changed.problem;
    },
  });
  return (
    <AccountPage
      title="Elegir otra contraseña"
      onSubmit={form.submit}
      footer={
        <Button variant="quiet" onClick={() => onChange({ step: 'email', resetToken: '' })}>
          Pedir otro código
        </Button>
      }
    >
      <Notice>Al guardarla se cierran tus sesiones en todos los celulares.</Notice>
      <MailShown email={recovery.email} />
      <NewPassword label="Contraseña nueva" {...form.bind('password')} />
      <Submit form={form} label="Guardar contraseña" />
    </AccountPage>
  );
};

/** Tries the server allows per code (trust.md row 41). */
const mostTries = 5;

/** Step 2: the code, by mail or from the server's administrator. */
const RecoveryCode = ({ recovery, onChange }: RecoveryStep) => {
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
