import { useDraftOf } from '#platform';
import { TandaNotice } from './tanda-button.tsx';
import { tandaDraftKey, tandaKinds } from './tanda-kinds.ts';

interface TandaReminderProps {
  readonly onOpen: (type: string) => void;
}

const KindReminder = ({ type, onOpen }: TandaReminderProps & { readonly type: string }) => {
  const draft = useDraftOf(tandaDraftKey(type));
  return draft === undefined ? null : <TandaNotice type={type} draft={draft} onOpen={() => onOpen(type)} />;
};

/** Reminds of unfinished tandas, as after a dead battery. */
export const TandaReminder = ({ onOpen }: TandaReminderProps) =>
  Object.keys(tandaKinds).map((type) => <KindReminder key={type} type={type} onOpen={onOpen} />);
