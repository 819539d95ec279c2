import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../domain/text.ts';
import { useUnsent } from '../../frame/current-farm.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Logs out; with records that wait it says first that they are kept (ux.md §4.8). */
export const LeaveSession = () => {
  const unsent = useUnsent();
  const { session } = useSession();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = (): void => {
    setBusy(true);
    void session.logOut();
  };
  return (
    <>
      <Button
        wide
        busy={busy}
        icon={<LogOut size={24} aria-hidden />}
        onClick={() => (unsent > 0 ? setAsking(true) : leave())}
      >
        Cerrar sesión
      </Button>
      <ConfirmDialog
        open={asking}
        title="¿Cerrar sesión?"
        confirmLabel="Cerrar sesión"
        cancelLabel="Quedarme"
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        Tenés {counted(unsent, 'registro')} sin enviar. Quedan guardados en este celular y se envían cuando vuelvas a
        ingresar con tu usuario.
      </ConfirmDialog>
    </>
  );
};
