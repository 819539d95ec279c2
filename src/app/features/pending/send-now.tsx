import { Send } from 'lucide-react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { success } from '#domain';
import { useAttachmentsToSend } from '#farm/attachments/to-send.ts';
import { useFarm, useFarmStatus } from '#platform';
import { useOnce } from '#forms';
import { guarded } from '#sync/acts/guarded.ts';
import { Button, Notice, toastError } from '#ui';

export const SendNow = () => {
  const farm = useFarm();
  const { waiting, withError } = useFarmStatus();
  const { photos, voices, papers, refused } = useAttachmentsToSend();
  const send = useOnce(async () => {
    const sent = await guarded(async () => success(await farm.acts.sendNow()));
    if (!sent.ok && sent.problem.reason === 'storage') toastError(sent.problem.message);
  });
  return waiting + photos + voices + papers + refused > 0 ? (
    <Button variant="primary" wide busy={send.busy} icon={<Send />} onClick={() => void send.run()}>
      Enviar ahora
    </Button>
  ) : withError > 0 ? null : undefined;
};

/** Attachments still on this phone: they are sent after their record. */
export const AttachmentsToSend = () => {
  const { photos, voices, papers } = useAttachmentsToSend();
  return photos + voices + papers > 0 ? <Notice>{attachmentSentences.toSend(photos, voices, papers)}</Notice> : null;
};
