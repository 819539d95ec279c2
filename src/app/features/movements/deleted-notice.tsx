import { X } from 'lucide-react';
import { counted, formatNumber } from '#domain';
import type { Deletion } from '#sync/farm.ts';
import { useLive } from '#platform';
import { Button, IconButton, Notice, toastError, toastSuccess } from '#ui';
import styles from './movements.module.css';

interface DeletedNoticeProps {
  readonly deletion: Deletion;
  readonly onGone: () => void;
}

/** Notice after deleting several, with one undo while unsent. */
export const DeletedNotice = ({ deletion, onGone }: DeletedNoticeProps) => {
  const { count, kept, opIds, unsent } = deletion;
  const pending = useLive((views) => views.pending());
  const waiting = pending?.filter((op) => opIds.includes(op.opId) && op.attempts === 0).length ?? opIds.length;
  const undo = async (): Promise<void> => {
    const back = await deletion.undo();
    if (back === count) toastSuccess('Deshecho');
    else toastError(`Volvieron ${formatNumber(back)} de ${formatNumber(count)}: lo demás ya se había enviado`);
    onGone();
  };
  return (
    <div className={styles.after}>
      <Notice
        role="status"
        tone="ok"
        title={`${counted(count, 'movimiento eliminado', 'movimientos eliminados')}`}
        action={
          <span className={styles.barEnd}>
            {waiting + unsent > 0 ? (
              <Button compact onClick={() => void undo()}>
                Deshacer
              </Button>
            ) : null}
            <IconButton label="Cerrar el aviso" icon={<X />} onClick={onGone} />
          </span>
        }
      >
        {kept > 0
          ? `${counted(kept, 'movimiento')} ${kept === 1 ? 'queda' : 'quedan'}: otros registros sin enviar dependen de ${kept === 1 ? 'él' : 'ellos'}.`
          : null}
      </Notice>
    </div>
  );
};
