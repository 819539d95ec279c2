import { useEffect, useState } from 'react';
import { Skeleton } from '#ui';
import styles from './qr.module.css';

/** A text as a QR code, for another phone's camera. The encoder loads on first use. */
export const CodeImage = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [draw, setDraw] = useState<((text: string) => string) | null>(null);
  useEffect(() => {
    let isOver = false;
    void import('qr').then(({ default: encode }) => {
      if (!isOver) setDraw(() => (part: string) => encode(part, 'svg', { ecc: 'low', border: 3 }));
    });
    return () => {
      isOver = true;
    };
  }, []);
  if (!draw) return <Skeleton rows={3} />;
  return (
    <img
      className={styles.code}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(draw(text))}`}
      alt={label}
      width={320}
      height={320}
    />
  );
};
