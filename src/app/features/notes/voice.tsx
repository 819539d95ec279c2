import { PlayVoice } from '#ui';
import { useBlob } from '#farm/attachments/use-blob.ts';

/** A voice note to be heard, before and after it went up. */
export const Voice = ({ digest, onRemove }: { readonly digest: string; readonly onRemove?: () => void }) => {
  const voice = useBlob(digest);
  return <PlayVoice voice={voice} {...(onRemove && { onRemove })} />;
};
