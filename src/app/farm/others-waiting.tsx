import { useContext } from 'react';
import { formatNumber } from '#domain/numbers.ts';
import { Notice } from '#ui/notice.tsx';
import { OthersContext } from '#platform/others-context.ts';
import { useSession } from '#platform/session-context.tsx';

const whose = (people: number): string => (people === 1 ? 'de otra persona' : 'de otras personas');

/** On a shared phone: others' unsent records, which only they can send. Strangers see no names. */
export const OthersWaiting = () => {
  const { user } = useSession().state;
  const { records, people } = useContext(OthersContext)(user?.id ?? null);
  if (records === 0) return null;
  const what = records === 1 ? '1 registro' : `${formatNumber(records, 0)} registros`;
  return (
    <Notice role="status">
      En este celular hay {what} {user === null ? '' : `${whose(people)} `}sin enviar. Se guarda
      {records === 1 ? '' : 'n'} hasta que vuelva a ingresar quien {records === 1 ? 'lo' : 'los'} cargó.
    </Notice>
  );
};
