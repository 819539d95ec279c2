import { Play } from 'lucide-react';
import { fillPath } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { FailedNotice } from '#platform';
import { Button } from '#ui';
import styles from './conversations.module.css';
import { useFetchedFile } from './fetched-file.ts';

/** A voice message, fetched on demand. */
export const AudioMessage = ({ id }: { readonly id: string }) => {
  const { fetched, busy, failed, get } = useFetchedFile(fillPath(endpoints.audio.path, { id }));
  if (fetched !== null) {
    return (
      <audio className={styles.audio} controls autoPlay src={fetched.url} aria-label="Mensaje de voz">
        <track kind="captions" />
      </audio>
    );
  }
  return (
    <>
      <Button compact busy={busy} icon={<Play size={22} />} onClick={() => void get()}>
        Escuchar mensaje de voz
      </Button>
      <FailedNotice message={failed} />
    </>
  );
};
