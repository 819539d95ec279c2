import { flushSync } from 'react-dom';

/** Draws what paper needs: it is taken as soon as the event is over. Gives what ends it. */
export function beforePaper(draw: () => void): () => void {
  const drawNow = (): void => flushSync(draw);
  addEventListener('beforeprint', drawNow);
  return () => removeEventListener('beforeprint', drawNow);
}
