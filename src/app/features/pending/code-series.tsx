import { useEffect, useState } from 'react';
import { CodeImage } from '#platform/qr/code-image.tsx';
import { framesOf } from './frames.ts';
import styles from '#platform/qr/qr.module.css';

const each = 450;

/** Cycles through a text's codes until the other phone has all. */
export const CodeSeries = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const frames = framesOf(text);
  const [turn, setTurn] = useState(0);
  const { length } = frames;
  useEffect(() => {
    if (length < 2) return undefined;
    const timer = setInterval(() => setTurn((now) => (now + 1) % length), each);
    return () => clearInterval(timer);
  }, [length]);
  return (
    <figure className={styles['series']}>
      <CodeImage text={frames[turn % length] ?? ''} label={label} />
      <figcaption>
        Código {(turn % length) + 1} de {length}
      </figcaption>
    </figure>
  );
};
