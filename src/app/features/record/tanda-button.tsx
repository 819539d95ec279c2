import { counted } from '#domain';
import { Button, Notice } from '#ui';
import { tandaKinds, touchesIn } from './tanda-kinds.ts';

/** The way from the form of a kind to its tanda. */
export interface TandaEntry {
  readonly type: string;
  /** The draft of the tanda that is under way, if any. */
  readonly draft: Readonly<Record<string, unknown>> | null;
}

interface TandaButtonProps extends TandaEntry {
  readonly onOpen: () => void;
}

/** Beside the title, where it takes no room from the form. */
export const TandaButton = ({ type, onOpen }: TandaButtonProps) => (
  <Button compact onClick={onOpen}>
    {tandaKinds[type]?.button}
  </Button>
);

/** Leads back to a tanda that was left half done. */
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
