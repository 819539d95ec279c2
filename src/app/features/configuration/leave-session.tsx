import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#domain';
import { useCurrentFarm, useSession, useUnsent } from '#platform';
import { useOnce } from '#forms';
import { Button, ConfirmDialog } from '#ui';

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
      <Button wide busy={ask.busy || leave.busy} icon={<LogOut />} onClick={() => void ask.run()}>
        Cerrar sesión
      </Button>
      <ConfirmDialog
        open={asking !== null}
        title="¿Cerrar sesión?"
        confirmLabel="Cerrar sesión"
        cancelLabel="Quedarme"
        onConfirm={() => void leave.run()}
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
