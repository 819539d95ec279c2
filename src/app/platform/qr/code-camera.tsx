import { useEffect, useRef, useState } from 'react';
import { cameraSentences, noCamera } from '#contract/sentences-codes.ts';
import { Notice } from '#ui';
import { drawn, readCode } from './reading.ts';
import styles from './qr.module.css';

const lookEveryMs = 120;
const width = 720;

/** Scans with the camera while shown. Reports each text it reads, again and again. */
export const CodeCamera = ({ label, onCode }: { readonly label: string; readonly onCode: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    latest.current = onCode;
  }, [onCode]);
  useEffect(() => {
    const player = video.current;
    if (!player) return undefined;
    return watch(player, (text) => latest.current(text), setProblem);
  }, []);
  if (problem) return <Notice tone="warn">{problem}</Notice>;
  return <video ref={video} className={styles.camera} muted playsInline aria-label={label} />;
};

/** Opens the camera; gives what stops it. */
function watch(
  player: HTMLVideoElement,
  onText: (text: string) => void,
  onProblem: (sentence: string) => void,
): () => void {
  let isOver = false;
  let stream: MediaStream | null = null;
  const run = async (): Promise<void> => {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    });
    player.srcObject = stream;
    await player.play();
    while (!isOver) {
      if (player.videoWidth > 0) {
        const text = await readCode(drawn(player, width, Math.round((width * player.videoHeight) / player.videoWidth)));
        if (text !== null && !isOver) onText(text);
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };
  const close = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const begin = navigator.mediaDevices ? run() : Promise.reject(new DOMException('', 'NotFoundError'));
  begin.then(close, (error: unknown) => {
    close();
    if (!isOver) onProblem(cameraSentences[error instanceof DOMException ? error.name : ''] ?? noCamera);
  });
  return () => {
    isOver = true;
    close();
  };
}
