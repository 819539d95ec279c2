import { CloudOff, Mic, Square, Trash2 } from 'lucide-react';
import styles from './attachments.module.css';
import { Button } from './button.tsx';
import type { ShownPhoto } from './photo-tile.tsx';

interface RecordVoiceProps {
  /** Null: not recording. */
  readonly seconds: number | null;
  readonly most: number;
  readonly busy: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
}

const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Records a voice note. */
export const RecordVoice = ({ seconds, most, busy, onStart, onStop }: RecordVoiceProps) =>
  seconds === null ? (
    <div>
      <Button icon={<Mic />} busy={busy} onClick={onStart}>
        Grabar audio
      </Button>
    </div>
  ) : (
    <div className={styles.recording}>
      <Button variant="danger" icon={<Square />} onClick={onStop}>
        Terminar de grabar
      </Button>
      <span className={styles.time} role="timer">
        {clockOf(seconds)} de {clockOf(most)}
      </span>
    </div>
  );

interface PlayVoiceProps {
  readonly voice: ShownPhoto;
  readonly onRemove?: () => void;
}

/** Plays a voice note. */
export const PlayVoice = ({ voice, onRemove }: PlayVoiceProps) => (
  <div className={styles.recording}>
    {voice.is === 'here' ? <audio className={styles.player} controls src={voice.url} aria-label="Audio" /> : null}
    {voice.is === 'loading' ? <span>Cargando…</span> : null}
    {voice.is === 'away' ? (
      <span className={styles.recording}>
        <CloudOff /> El audio todavía no llegó
      </span>
    ) : null}
    {onRemove ? (
      <Button icon={<Trash2 />} onClick={onRemove}>
        Quitar audio
      </Button>
    ) : null}
  </div>
);
