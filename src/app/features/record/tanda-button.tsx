import { counted } from '#domain';
import { Button, NotYet, Notice } from '#ui';
import { useDraftOf } from '#platform';
import { tandaDraftKey, tandaKinds, touchesIn } from './tanda-kinds.ts';

/** A kind's tanda and its draft. */
export interface TandaEntry {
  readonly type: string;
  readonly draft: Readonly<Record<string, unknown>> | null;
}

interface TandaButtonProps extends TandaEntry {
  readonly onOpen: () => void;
}

/** Opens the tanda, beside the title. */
export const TandaButton = ({ type, onOpen }: TandaButtonProps) => (
  <Button compact onClick={onOpen}>
    {tandaKinds[type]?.button}
  </Button>
);

/** Reminder of an unfinished tanda. */
export const TandaNotice = ({ type, draft, onOpen }: TandaButtonProps) => {
  const touches = touchesIn(draft);
  const words = tandaKinds[type];
  return touches > 0 && words ? (
    <Notice
      action={
        <Button compact onClick={onOpen}>
          Seguir la tanda
        </Button>
      }
    >
      {`Tenés una tanda sin guardar: ${counted(touches, words.one)}`}
    </Notice>
  ) : null;
};

interface TandaReminderProps {
  readonly onOpen: (type: string) => void;
}

const KindReminder = ({ type, onOpen }: TandaReminderProps & { readonly type: string }) => {
  const draft = useDraftOf(tandaDraftKey(type));
  if (draft === undefined) return <NotYet />;
  return <TandaNotice type={type} draft={draft} onOpen={() => onOpen(type)} />;
};

/** Reminds of unfinished tandas, as after a dead battery. */
export const TandaReminder = ({ onOpen }: TandaReminderProps) =>
  Object.keys(tandaKinds).map((type) => <KindReminder key={type} type={type} onOpen={onOpen} />);
