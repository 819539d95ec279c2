import { counted } from '#domain';
import type { Erased } from '#store/eviction.ts';
import { Button, Notice } from '#ui';
import { useStorage } from './storage-context.tsx';

const erasedWords = (count: Erased): string =>
  count === 'unknown'
    ? 'No se sabe si había registros sin enviar: fijate que esté lo último que guardaste y, si no, volvé a cargarlo.'
    : count === 0
      ? 'No quedaba ningún registro sin enviar.'
      : count === 1
        ? 'Había 1 registro sin enviar y se perdió: volvé a cargarlo.'
        : `Había ${counted(count, 'registro')} sin enviar y se perdieron: volvé a cargarlos.`;

/** Records restored from the copy; it may lack the last one. */
const restoredWords = (count: number): string =>
  count === 0
    ? 'En su segunda copia no había registros sin enviar. Fijate que esté lo último que guardaste.'
    : count === 1
      ? 'De su segunda copia volvió 1 registro sin enviar. Fijate que sea el último que guardaste.'
      : `De su segunda copia volvieron ${counted(count, 'registro')} sin enviar. Fijate que esté el último que guardaste.`;

const heldWords = (count: number): string =>
  count === 1
    ? 'Tu registro está guardado en su segunda copia y todavía no se ve en las listas.'
    : `${counted(count, 'registro')} están guardados en su segunda copia y todavía no se ven en las listas.`;

const sealedWords = {
  away: 'Quedó cifrado cuando cerraste sesión. Sigue guardado, y vuelve solo cuando haya señal.',
  shut: 'Quedó cifrado cuando cerraste sesión y este servidor no lo puede abrir. Sigue guardado: avisale a quien administra el servidor, y no borres los datos del navegador.',
} as const;

/** Storage problems of this device; nothing while all is well. */
export const StorageBanners = () => {
  const { isOutdated, isBlocked, isFull, erased, restored, held, sealed, onAcknowledged } = useStorage();
  const understood = <Button onClick={onAcknowledged}>Entendido</Button>;
  return (
    <>
      {isOutdated ? (
        <Notice
          tone="warn"
          role="alert"
          title="Actualizando…"
          action={<Button onClick={() => window.location.reload()}>Recargar</Button>}
        >
          Otra pestaña abrió una versión nueva de Tranquera. Recargá esta para seguir registrando: lo guardado está.
        </Notice>
      ) : null}
      {isBlocked ? (
        <Notice tone="warn" role="alert" title="Actualizando…">
          Cerrá las otras pestañas de Tranquera para terminar de actualizar.
        </Notice>
      ) : null}
      {erased === null ? null : (
        <Notice
          tone={erased === 0 ? 'warn' : 'danger'}
          role="alert"
          title="El navegador borró los datos guardados en este dispositivo"
          action={understood}
        >
          {erasedWords(erased)} Lo que ya se había enviado está en el servidor y se vuelve a bajar con señal.
        </Notice>
      )}
      {restored === null ? null : (
        <Notice
          tone="warn"
          role="alert"
          title="El navegador borró los datos guardados en este dispositivo"
          action={understood}
        >
          {restoredWords(restored)} Lo que ya se había enviado está en el servidor y se vuelve a bajar con señal.
        </Notice>
      )}
      {held > 0 ? (
        <Notice tone="warn" role="alert" title="La base de datos de este dispositivo no responde">
          {heldWords(held)} No borres los datos del navegador. Si sigue así, cerrá la app y volvé a abrirla.
        </Notice>
      ) : null}
      {sealed === null ? null : (
        <Notice tone="warn" role="alert" title="Falta abrir lo que dejaste en este celular">
          {sealedWords[sealed]}
        </Notice>
      )}
      {isFull ? (
        <Notice tone="warn" role="alert" title="Queda poco lugar en este dispositivo" action={understood}>
          Para guardar tus registros se sacaron fotos y movimientos viejos, que se vuelven a bajar con señal. Borrá
          fotos o aplicaciones que no uses.
        </Notice>
      ) : null}
    </>
  );
};
