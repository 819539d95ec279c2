import { ListPlus } from 'lucide-react';
import { counted } from '../../../domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { tandaWords, touchesIn } from './tanda-kinds.ts';

interface TandaButtonProps {
  readonly type: string;
  /** The draft of the tanda that is under way, if any. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly onOpen: () => void;
}

/** Leads from the form of a kind to its tanda, or back to the one that was left half done. */
export const TandaButton = ({ type, kept, onOpen }: TandaButtonProps) => {
  const words = tandaWords[type];
  const touches = touchesIn(kept);
  if (!words) return null;
  return (
    <Button variant={touches > 0 ? 'default' : 'quiet'} icon={<ListPlus size={24} aria-hidden />} onClick={onOpen}>
      {touches > 0 ? `Seguir la tanda: ${counted(touches, words.one)} sin guardar` : words.title}
    </Button>
  );
};
