import type { EngineWindow } from './engine.ts';

/** What the page remembers of the press under way. */
interface Pressed extends Window {
  hasFeltPress?: boolean;
}

/** Runs in the page: brings a thing out from under what stands above it, such as a sheet's foot, and feels whether it is pressed. */
function prepare(thing: HTMLElement): void {
  const { x, y, width, height } = thing.getBoundingClientRect();
  const atop = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!thing.contains(atop)) thing.scrollIntoView({ block: 'center', behavior: 'instant' });
  const page: Pressed = window;
  page.hasFeltPress = false;
  const feel = (): void => {
    page.hasFeltPress = true;
  };
  thing.addEventListener('click', feel, { capture: true, once: true });
}

/**
 * A window whose driver presses a point and asks no more: where the page has moved the thing away by then, the press is an error, as it is
 * with the other engines, and whoever pressed tries again.
 */
export function withSurePress(window: EngineWindow): EngineWindow {
  const press = async (expression: string): Promise<void> => {
    await window.ask(`(${prepare.toString()})(${expression})`);
    await window.press(expression);
    // A page that was left by the press has nothing to say of it.
    if ((await window.ask('window.hasFeltPress ?? null')) === false) throw new Error(`Pressed beside: ${expression}`);
  };
  return { ...window, press };
}
