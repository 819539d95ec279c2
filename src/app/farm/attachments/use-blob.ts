import { useEffect, useState } from 'react';
import type { ShownPhoto } from '#ui';
import { useFarm } from '#platform';

/** The record may arrive before its photo: retried while shown. */
const lookAgainMs = 15_000;

/** A photo or voice note, from this phone or the server; with null it stays 'loading'. */
export function useBlob(digest: string | null): ShownPhoto {
  const farm = useFarm();
  const [shown, setShown] = useState<ShownPhoto>({ is: 'loading' });
  useEffect(() => {
    if (digest === null) return undefined;
    const held: { isHere: boolean; url: string | null; timer?: ReturnType<typeof setTimeout> } = {
      isHere: true,
      url: null,
    };
    const look = async (): Promise<void> => {
      const found = await farm.blobs.open(digest);
      if (!held.isHere) return;
      if (found.is === 'away') {
        setShown({ is: 'away' });
        held.timer = setTimeout(() => void look(), lookAgainMs);
        return;
      }
      held.url = URL.createObjectURL(new Blob([found.bytes], { type: found.type }));
      setShown({ is: 'here', url: held.url });
    };
    void look();
    return () => {
      held.isHere = false;
      clearTimeout(held.timer);
      if (held.url) URL.revokeObjectURL(held.url);
      setShown({ is: 'loading' });
    };
  }, [farm, digest]);
  return shown;
}
