import { useEffect, useState } from 'react';
import { counted } from '#domain';
import { ButtonTo } from '#platform';
import { Notice } from '#ui';
import { waitingShared } from './forwarded-papers.tsx';

/** Says that shared files are on no invoice yet: they came before a log-in, or were left for later. */
export const ForwardedNotice = () => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isHere = true;
    void waitingShared().then((found) => {
      if (isHere) setCount(found.length);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return count === 0 ? null : (
    <Notice
      title={`${counted(count, 'archivo compartido', 'archivos compartidos')} sin cargar`}
      action={
        <ButtonTo compact to="/upload-invoice">
          Cargar
        </ButtonTo>
      }
    >
      Llegó desde otra app y está guardado en este celular.
    </Notice>
  );
};
