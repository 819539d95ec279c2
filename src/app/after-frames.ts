/** A frame that does not come holds nobody up. */
const longestFrameMs = 300;

/**
 * Runs `act` once, when so many frames were painted, or after 300 ms; at once where nobody looks. What runs in a frame's own turn is part of it: a task of its own comes
 * after the paint.
 */
export function afterFrames(count: number, act: () => void): void {
  if (document.visibilityState === 'hidden') return act();
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    act();
  };
  const wait = (left: number): void =>
    void requestAnimationFrame(() => (left > 1 ? wait(left - 1) : void setTimeout(once)));
  wait(count);
  setTimeout(once, longestFrameMs);
}
