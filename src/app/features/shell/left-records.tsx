import { counted } from '../../../domain/text.ts';
import { useLeftRecords } from '../../frame/current-farm.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Who was taken off a team hears what becomes of what he had not sent: it never goes in silence (trust.md row 97). */
export const LeftRecords = () => {
  const { waiting, withError } = useLeftRecords();
  return (
    <>
      {waiting > 0 ? (
        <Notice tone="warn" role="status">
          Tenés {counted(waiting, 'registro')} sin enviar de un campo en el que ya no estás. Se envían solos para que
          los vea la oficina.
        </Notice>
      ) : null}
      {withError > 0 ? (
        <Notice tone="warn" role="status">
          El servidor no aceptó {counted(withError, 'registro')} de un campo en el que ya no estás. Todo sigue guardado
          acá; lo que cargaste sin señal lo puede ver la oficina.
        </Notice>
      ) : null}
    </>
  );
};
