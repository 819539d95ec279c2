import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fillPath } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { callFailureOf } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import styles from './conversations.module.css';

/** A voice message: fetched when somebody wants to hear it, for each hearing is written down; an address alone would carry no token. */
export const AudioMessage = ({ id }: { readonly id: string }) => {
  const { session } = useSession();
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);
  const listen = async (): Promise<void> => {
    setBusy(true);
    const { method, path } = endpoints.audio;
    const reply = await session.call({ method, path: fillPath(path, { id }) });
    setBusy(false);
    const file = reply.outcome === 'answer' ? fileIn(reply.body) : null;
    setFailed(file ? null : callFailureOf(reply).message);
    if (file) setUrl(URL.createObjectURL(file));
  };
  if (url !== null) {
    return (
      <audio className={styles.audio} controls autoPlay src={url} aria-label="Mensaje de voz">
        <track kind="captions" />
      </audio>
    );
  }
  return (
    <>
      <Button compact busy={busy} icon={<Play size={22} aria-hidden />} onClick={() => void listen()}>
        Escuchar mensaje de voz
      </Button>
      <FailedNotice message={failed} />
    </>
  );
};

/** The sound of an answer that carries a file. */
function fileIn(body: unknown): Blob | null {
  const { file } = body as { readonly file?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } };
  return file ? new Blob([file.bytes], { type: file.type }) : null;
}
