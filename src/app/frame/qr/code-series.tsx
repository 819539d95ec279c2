import { useEffect, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { framesOf } from './frames.ts';
import styles from './qr.module.css';

const each = 450;

/** A text as one code after the other, round and round, until the other phone has them all. */
export const CodeSeries = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const frames = framesOf(text);
  const [turn, setTurn] = useState(0);
  const [draw, setDraw] = useState<((text: string) => string) | null>(null);
  const { length } = frames;
  useEffect(() => {
    let isOver = false;
    void import('qr').then(({ default: encode }) => {
      if (!isOver) setDraw(() => (part: string) => encode(part, 'svg', { ecc: 'low', border: 3 }));
    });
    return () => {
      isOver = true;
    };
  }, []);
  useEffect(() => {
    if (length < 2) return undefined;
    const timer = setInterval(() => setTurn((now) => (now + 1) % length), each);
    return () => clearInterval(timer);
  }, [length]);
  const frame = frames[turn % length] ?? '';
  if (!draw) return <Skeleton rows={3} />;
  return (
    <figure className={styles['series']}>
      <img
        className={styles['code']}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(draw(frame))}`}
        alt={label}
        width={320}
        height={320}
      />
      <figcaption>
        Código {(turn % length) + 1} de {length}
      </figcaption>
    </figure>
  );
};
