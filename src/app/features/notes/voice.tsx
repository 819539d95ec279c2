import { PlayVoice } from '#ui';
import { useBlob } from '#farm/attachments/use-blob.ts';

/** Plays a voice note, sent or not. */
export const Voice = ({ digest, onRemove }: { readonly digest: string; readonly onRemove?: () => void }) => {
  const voice = useBlob(digest);
  return <PlayVoice voice={voice} {...(onRemove && { onRemove })} />;
};
