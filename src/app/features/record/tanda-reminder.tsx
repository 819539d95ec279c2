import { useDraftOf } from '../../platform/farm-context.tsx';
import { TandaNotice } from './tanda-button.tsx';
import { tandaDraftKey, tandaKinds } from './tanda-kinds.ts';

interface TandaReminderProps {
  readonly onOpen: (type: string) => void;
}

const KindReminder = ({ type, onOpen }: TandaReminderProps & { readonly type: string }) => {
  const kept = useDraftOf(tandaDraftKey(type));
  return kept === undefined ? null : <TandaNotice type={type} kept={kept} onOpen={() => onOpen(type)} />;
};

/** Whoever opens the app after a dead battery is told of the animals that wait, and led back to them. */
export const TandaReminder = ({ onOpen }: TandaReminderProps) =>
  Object.keys(tandaKinds).map((type) => <KindReminder key={type} type={type} onOpen={onOpen} />);
