import { Check, Clock, ClockAlert, CloudUpload, TriangleAlert } from 'lucide-react';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { useFarmStatus } from '#platform';
import { useMinute } from '#farm/waiting-age.ts';
import { type ChipTone, chipWords } from './chip-words.ts';
import { useIconNumber } from './icon-number.ts';
import { useSentWord } from './sent-word.ts';
import styles from './shell.module.css';

const icons: Readonly<Record<ChipTone, typeof Check>> = {
  calm: Check,
  waiting: Clock,
  late: ClockAlert,
  busy: CloudUpload,
  error: TriangleAlert,
};

/** Number of unsent records and files, always in the same place. Opens Pendientes. */
export const SyncChip = ({ onOpen }: { readonly onOpen: () => void }) => {
  const status = useFarmStatus();
  const files = useAttachmentsToSend();
  const { text, short, tone } = chipWords(status, files, useMinute());
  useIconNumber(status, files);
  useSentWord(status, files);
  const Icon = icons[tone];
  return (
    <button type="button" className={styles.chip} data-tone={tone} onClick={onOpen}>
      <Icon size={20} />
      <span className={short && styles.chipFull}>{text}</span>
      {short ? (
        <span className={styles.chipShort} aria-hidden>
          {short}
        </span>
      ) : null}
    </button>
  );
};
