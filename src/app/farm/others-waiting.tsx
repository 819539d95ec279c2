import { createContext, useContext } from 'react';
import { formatNumber } from '#domain/numbers.ts';
import { Notice } from '#ui/notice.tsx';
import { useSession } from '#platform/session-context.tsx';

/** Unsent records here of everybody but this person; null: of everybody. */
type AskOthers = (userId: string | null) => { readonly records: number; readonly people: number };

export const OthersContext = createContext<AskOthers>(() => ({ records: 0, people: 0 }));

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
