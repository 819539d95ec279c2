import { useEffect, useRef, useState } from 'react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { attachmentLimits, failure } from '#domain';
import { AttachmentGroup, PlayVoice, RecordVoice } from '#ui';
import { useFarm } from '#platform';
import { useUnderWay } from '#forms';
import { useBlob } from '#farm/attachments/photos.tsx';

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
        <RecordVoice seconds={seconds} most={most} busy={busy} onStart={start} onStop={stop} />
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

/** Formats browsers record, first supported one wins; half a minute is 100 kB. */
const kinds = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const;
const bitsPerSecond = 24_000;

interface Recording {
  readonly stop: () => void;
  /** Null if nothing was recorded. */
  readonly done: Promise<Uint8Array<ArrayBuffer> | null>;
}

const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator;

/** Records the microphone. Throws the browser's DOMException without permission. */
async function startRecording(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const mimeType = kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond: bitsPerSecond, ...(mimeType && { mimeType }) });
  const parts: Blob[] = [];
  const done = new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) parts.push(data);
    });
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop();
      void new Blob(parts).arrayBuffer().then((bytes) => resolve(parts.length > 0 ? new Uint8Array(bytes) : null));
    });
  });
  recorder.start();
  return {
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
    },
    done,
  };
}

/** Plays a voice note, sent or not. */
export const Voice = ({ digest, onRemove }: { readonly digest: string; readonly onRemove?: () => void }) => {
  const voice = useBlob(digest);
  return <PlayVoice voice={voice} {...(onRemove && { onRemove })} />;
};
