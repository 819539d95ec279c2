import { useState } from 'react';
import { counted } from '#domain/text.ts';
import { useUnsent } from '#platform/current-farm.tsx';
import { Submit } from '#forms/submit.tsx';
import { PageForm } from '#forms/page-form.tsx';
import { usePinLock } from '#platform/pin-lock-context.tsx';
import { useSession } from '#platform/session-context.tsx';
import { useOnce, useTry } from '#forms/use-once.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { Stack } from '#ui/stack.tsx';
import styles from './account.module.css';

const pinLength = 6;

/** Locks the farm's screens (trust.md row 111): by PIN, or by password if it is forgotten. */
export const LockScreen = () => {
  const { state } = usePinLock();
  const [forgot, setForgot] = useState(false);
  const unsent = useUnsent();
  const isOut = state.triesLeft === 0;
  return (
    <main className={styles.page}>
      <header className={styles.top}>
        <img src="/favicon.svg" alt="" width={40} height={40} />
        <strong>Tranquera</strong>
      </header>
      {isOut || forgot ? (
        <ByPassword isOut={isOut} onBack={() => setForgot(false)} />
      ) : (
        <ByPin onForgot={() => setForgot(true)} />
      )}
      {unsent > 0 ? (
        <Notice role="status">
          {counted(unsent, 'registro')} sin enviar {unsent === 1 ? 'sigue guardado' : 'siguen guardados'} y se{' '}
          {unsent === 1 ? 'envía' : 'envían'} con señal, también con la app bloqueada.
        </Notice>
      ) : null}
    </main>
  );
};

const wrongWords = (left: number): string =>
  left === 1 ? 'PIN equivocado. Te queda 1 intento.' : `PIN equivocado. Te quedan ${left} intentos.`;

const ByPin = ({ onForgot }: { readonly onForgot: () => void }) => {
  const { lock, state } = usePinLock();
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState(false);
  const enter = useOnce(async (typed: string) => {
    if (typed.length < pinLength) return;
    const isRight = await lock.enter(typed);
    if (isRight) return;
    setPin('');
    setWrong(true);
  });
  const type = (text: string): void => {
    const digits = text.replaceAll(/\D/g, '').slice(0, pinLength);
    setPin(digits);
    setWrong(false);
    void enter.run(digits);
  };
  return (
    <>
      <PageHeading title="Ingresá tu PIN" />
      <PageForm onSubmit={() => void enter.run(pin)}>
        <Stack>
          <TextField
            label="PIN de 6 números"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            value={pin}
            onChange={type}
            error={wrong ? wrongWords(state.triesLeft) : undefined}
          />
          <Submit form={{ message: null, busy: enter.busy }} label="Desbloquear" disabled={pin.length < pinLength} />
          <Button wide onClick={onForgot}>
            Olvidé el PIN
          </Button>
        </Stack>
      </PageForm>
    </>
  );
};

/** The password removes the PIN; data stays. */
const ByPassword = ({ isOut, onBack }: { readonly isOut: boolean; readonly onBack: () => void }) => {
  const { lock } = usePinLock();
  const { session, state } = useSession();
  const [password, setPassword] = useState('');
  const enter = useTry(async () => {
    const { user } = state;
    if (user === null || password === '') return null;
    const entered = await session.logIn({ email: user.email, password });
    if (!entered.ok) return entered.problem.message;
    lock.remove();
    return null;
  });
  return (
    <>
      <PageHeading title={isOut ? 'PIN bloqueado' : 'Entrar con tu contraseña'} />
      <PageForm onSubmit={enter.run}>
        <Stack>
          <p>
            {isOut ? 'Hubo 5 intentos equivocados. ' : ''}Hace falta señal. El PIN se quita, y todo lo que cargaste
            sigue en este celular.
          </p>
          <PasswordField label={`Contraseña de ${state.user?.email ?? ''}`} value={password} onChange={setPassword} />
          <Submit form={{ message: enter.failed, busy: enter.busy }} label="Ingresar" disabled={password === ''} />
          {isOut ? null : (
            <Button wide onClick={onBack}>
              Volver al PIN
            </Button>
          )}
        </Stack>
      </PageForm>
    </>
  );
};
