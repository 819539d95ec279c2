/** Formats browsers record, first supported one wins; half a minute is 100 kB. */
const kinds = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const;
const bitsPerSecond = 24_000;

export interface Recording {
  readonly stop: () => void;
  /** Null if nothing was recorded. */
  readonly done: Promise<Uint8Array<ArrayBuffer> | null>;
}

export const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator;

/** Records the microphone. Throws the browser's DOMException without permission. */
export async function startRecording(): Promise<Recording> {
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
