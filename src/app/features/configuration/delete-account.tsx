import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { problems } from '#contract/problems.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { counted, farewellForm } from '#domain';
import { NeedsSignal, useAsk, useCurrentFarm, useSession, useUnsent } from '#platform';
import { useForm, useOnce } from '#forms';
import type { CallFailure } from '#session/ask.ts';
import { Button, ConfirmDialog, Notice, PasswordField, toastSuccess } from '#ui';
import { FormCard } from './form-card.tsx';
import { LogOut } from 'lucide-react';

/** Deletes the account: asks for the password, then for confirmation (trust.md row 35). */
export const DeleteAccount = () => {
  const unsent = useUnsent();
  const { session } = useSession();
  const ask = useAsk();
  const [password, setPassword] = useState<string | null>(null);
  const [failed, setFailed] = useState<CallFailure | null>(null);
  const form = useForm({
    start: { password: '' },
    read: (typed) => farewellForm.safeParse(typed),
    save: async (typed) => {
      setFailed(null);
      setPassword(typed.password);
      return Promise.resolve(null);
    },
  });
  const removal = useOnce(async () => {
    const removed = await ask(endpoints.deleteAccount, { body: { password } });
    setPassword(null);
    if (!removed.ok) return setFailed(removed.problem);
    toastSuccess(accountSentences.accountDeleted);
    await session.leave();
  });
  const typed = form.bind('password');
  const wrong = failed?.code === 'WRONG_PASSWORD' ? problems.WRONG_PASSWORD.message : undefined;
  return (
    <>
      <NeedsSignal />
      <Notice tone="warn" title="Qué pasa al eliminarla">
        <p>
          Se borran tu nombre, tu correo y tu celular. Lo que registraste queda en cada establecimiento, sin tu nombre.
        </p>
        <p>Un establecimiento donde sos la única persona se elimina con tu cuenta.</p>
        {unsent > 0 ? (
          <p>
            Tenés {counted(unsent, 'registro')} sin enviar: ya nadie va a poder enviarlos, y quedan sin cifrar en este
            celular.
          </p>
        ) : null}
      </Notice>
      <FormCard
        title="Eliminar mi cuenta"
        form={{ ...form, message: form.message ?? (wrong ? null : explained(failed)) }}
        danger
        submitLabel="Eliminar mi cuenta"
      >
        <PasswordField
          label="Tu contraseña"
          {...typed}
          onChange={(text) => {
            typed.onChange(text);
            setFailed(null);
          }}
          error={typed.error ?? wrong}
        />
      </FormCard>
      <ConfirmDialog
        open={password !== null}
        danger
        busy={removal.busy}
        title="¿Eliminar tu cuenta?"
        confirmLabel="Eliminar mi cuenta"
        cancelLabel="Conservarla"
        onConfirm={removal.run}
        onClose={() => setPassword(null)}
      >
        No se puede deshacer.
      </ConfirmDialog>
    </>
  );
};

const explained = (failed: CallFailure | null): string | null =>
  failed?.code === 'LAST_OWNER'
    ? `${failed.message}. Hacé dueño a otro integrante en Equipo, o eliminá el establecimiento.`
    : (failed?.message ?? null);

/** Logs out; tells first what is unsent (ux.md §4.8), and what is not encrypted. */
export const LeaveSession = () => {
  const unsent = useUnsent();
  const farm = useCurrentFarm();
  const { session } = useSession();
  const [asking, setAsking] = useState<{ readonly isSealed: boolean } | null>(null);
  const leave = useOnce(() => session.logOut());
  const ask = useOnce(async () => {
    const isSealed = farm === null || (await farm.canBeLeft());
    if (isSealed && unsent === 0) await leave.run();
    else setAsking({ isSealed });
  });
  return (
    <>
      <Button wide busy={ask.busy || leave.busy} icon={<LogOut />} onClick={ask.run}>
        Cerrar sesión
      </Button>
      <ConfirmDialog
        open={asking !== null}
        title="¿Cerrar sesión?"
        confirmLabel="Cerrar sesión"
        cancelLabel="Quedarme"
        onConfirm={leave.run}
        onClose={() => setAsking(null)}
      >
        {unsent > 0 ? (
          <p>
            Tenés {counted(unsent, 'registro')} sin enviar. Quedan guardados en este celular y se envían cuando vuelvas
            a ingresar con tu usuario.
          </p>
        ) : null}
        <p>{asking?.isSealed === false ? readable : 'Quedan cifrados en este celular: solo vos podés abrirlos.'}</p>
      </ConfirmDialog>
    </>
  );
};

/** Said where the key could not be fetched yet. */
const readable =
  'Este celular todavía no pudo cifrar lo tuyo, porque le faltó señal: hasta que vuelvas, quien lo tenga puede leer lo que quedó sin enviar y lo que enviaste en los últimos 90 días.';
