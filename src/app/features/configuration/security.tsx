import { NeedsSignal, useAnswer, useAsk, useNoSignal, usePinLock } from '#platform';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { limits, passwordForm, pinForm, pinPattern } from '#domain';
import { PageForm, useForm, useOnce } from '#forms';
import { Button, Card, Notice, PasswordField, Skeleton, Stack, TextField } from '#ui';
import { AskAgain, FormCard } from './form-card.tsx';
import { deviceSentences } from '#contract/sentences-devices.ts';
import { type DeviceAct, DeviceList } from '#farm/device-list.tsx';

/** Sessions, password and PIN (domain.md §2.14, Seguridad). */
export const Security = () => (
  <>
    <NeedsSignal />
    <Sessions />
    <ChangePassword />
    <Pin />
  </>
);

/** Changes the password; other phones must log in again (trust.md row 33). */
export const ChangePassword = () => {
  const ask = useAsk();
  const [isChanged, setChanged] = useState(false);
  const start = { current_password: '', new_password: '' };
  const form = useForm({
    start,
    read: (typed) => passwordForm.safeParse(typed),
    save: async (body) => {
      const changed = await ask(endpoints.changePassword, { body });
      if (!changed.ok) return changed.problem;
      setChanged(true);
      return { next: start };
    },
  });
  return (
    <>
      {isChanged ? (
        <Notice tone="ok" role="status">
          {accountSentences.passwordChanged}. Tus otros celulares van a pedir la nueva.
        </Notice>
      ) : null}
      <FormCard title="Cambiar contraseña" form={form} submitLabel="Cambiar contraseña">
        <PasswordField label="Contraseña actual" {...form.bind('current_password')} />
        <PasswordField
          label="Contraseña nueva"
          hint={`Al menos ${limits.passwordMinLength} caracteres`}
          autoComplete="new-password"
          {...form.bind('new_password')}
        />
      </FormCard>
    </>
  );
};

const pinField = { type: 'password', inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const;

/** Sets or removes this device's PIN (trust.md row 111). */
export const Pin = () => {
  const { lock, state } = usePinLock();
  const [done, setDone] = useState<string | null>(null);
  if (!lock.canBeSet()) return null;
  return (
    <Card title="PIN en este celular">
      <Stack>
        <p>
          Se pide al abrir la app y después de 5 minutos sin mirarla. Cierra las pantallas; lo guardado lo cuida el
          bloqueo del propio celular. Lo que falta enviar se envía igual.
        </p>
        {done ? (
          <Notice tone="ok" role="status">
            {done}
          </Notice>
        ) : null}
        {state.isSet ? (
          <RemovePin onDone={() => setDone('PIN quitado')} />
        ) : (
          <NewPin onDone={() => setDone('PIN guardado: este celular lo pide desde ahora')} />
        )}
      </Stack>
    </Card>
  );
};

const NewPin = ({ onDone }: { readonly onDone: () => void }) => {
  const { lock } = usePinLock();
  const form = useForm({
    start: { pin_code: '', repeated_code: '' },
    read: (typed) => pinForm.safeParse(typed),
    save: async ({ pin_code }) => {
      await lock.set(pin_code);
      onDone();
      return null;
    },
  });
  return (
    <PageForm onSubmit={form.submit}>
      <Stack>
        <TextField {...pinField} label="PIN de 6 números" {...form.bind('pin_code')} />
        <TextField {...pinField} label="Repetí el PIN" {...form.bind('repeated_code')} />
        <Button type="submit" busy={form.busy}>
          Poner PIN
        </Button>
      </Stack>
    </PageForm>
  );
};

const RemovePin = ({ onDone }: { readonly onDone: () => void }) => {
  const { lock, state } = usePinLock();
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const removal = useOnce(async () => {
    if (!pinPattern.test(pin)) return setWrong('El PIN tiene 6 números');
    if (!(await lock.enter(pin))) return setWrong('PIN equivocado');
    lock.remove();
    onDone();
  });
  // No PIN is right any more.
  if (state.triesLeft === 0)
    return (
      <Notice tone="warn" role="status">
        Hubo 5 intentos equivocados. La próxima vez que abras la app se pide tu contraseña, y el PIN se quita.
      </Notice>
    );
  return (
    <PageForm onSubmit={removal.run}>
      <Stack>
        <TextField
          {...pinField}
          label="Tu PIN"
          value={pin}
          onChange={(text) => {
            setPin(text);
            setWrong(undefined);
          }}
          error={wrong}
        />
        <Button type="submit" busy={removal.busy}>
          Quitar PIN
        </Button>
      </Stack>
    </PageForm>
  );
};

const Sessions = () => {
  const ask = useAsk();
  const noSignal = useNoSignal();
  const asked = useAnswer(endpoints.sessions);
  const { value, failed, again } = asked;
  const act = async (what: DeviceAct, id: string): Promise<string | null> => {
    const done = await ask(what === 'end' ? endpoints.endSession : endpoints.loseSession, { params: { id } });
    again();
    return done.ok ? null : done.problem.message;
  };
  return (
    <Card title="Sesiones activas" flush>
      {value ? (
        <DeviceList devices={value.sessions} disabled={noSignal} lostLabel={deviceSentences.lost} onAct={act} />
      ) : failed ? (
        <AskAgain {...asked} />
      ) : (
        <Skeleton rows={2} />
      )}
    </Card>
  );
};
