import { useEffect, useRef, useState } from 'react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { attachmentLimits, failure } from '#domain';
import { AttachmentGroup, RecordVoice } from '#ui';
import { useFarm } from '#platform';
import { useUnderWay } from '#forms';
import { canRecord, type Recording, startRecording } from './recorder.ts';
import { Voice } from './voice.tsx';

interface VoiceFieldProps {
  readonly id?: string;
  /** Digest of the voice note; empty for none. */
  readonly value: string;
  readonly onChange: (digest: string) => void;
  readonly error?: string;
}

const most = attachmentLimits.voiceSeconds;

export const VoiceField = ({ id, value, onChange, error }: VoiceFieldProps) => {
  const { seconds, busy, failed, start, stop } = useRecording(onChange);
  return (
    <AttachmentGroup label="Audio" error={failed ?? error ?? null} {...(id !== undefined && { id })}>
      {value === '' ? (
        <RecordVoice seconds={seconds} most={most} busy={busy} onStart={() => void start()} onStop={stop} />
      ) : (
        <Voice key={value} digest={value} onRemove={() => onChange('')} />
      )}
    </AttachmentGroup>
  );
};

function useRecording(onChange: (digest: string) => void) {
  const farm = useFarm();
  const [seconds, setSeconds] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const recording = useRef<Recording | null>(null);
  const stop = (): void => recording.current?.stop();
  useUnderWay(isUnderWay, failed, stop);
  // Releases the microphone when the form closes.
  useEffect(() => () => recording.current?.stop(), []);
  useEffect(() => {
    if (seconds === null) return undefined;
    if (seconds >= most) {
      recording.current?.stop();
      return undefined;
    }
    const timer = setTimeout(() => setSeconds(seconds + 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  const start = async (): Promise<void> => {
    setFailed(null);
    if (!canRecord()) return setFailed(attachmentSentences.noMicrophone);
    setBusy(true);
    try {
      recording.current = await startRecording();
    } catch (thrown) {
      if (!(thrown instanceof DOMException)) throw thrown;
      const isDenied = thrown.name === 'NotAllowedError';
      return setFailed(isDenied ? attachmentSentences.microphoneDenied : attachmentSentences.noMicrophone);
    } finally {
      setBusy(false);
    }
    setIsUnderWay(true);
    setSeconds(0);
    const bytes = await recording.current.done;
    setSeconds(null);
    const kept = bytes === null ? failure(attachmentSentences.nothingRecorded) : await farm.blobs.keep(bytes);
    if (kept.ok) onChange(kept.value);
    else setFailed(kept.problem);
    setIsUnderWay(false);
  };
  return { seconds, busy, failed, start, stop };
}
