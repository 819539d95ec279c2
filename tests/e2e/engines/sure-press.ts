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
 * A window that knows by the thing itself whether it was pressed. A driver that presses a point and asks no more may press beside it, which is an
 * error, and whoever pressed tries again. Another gives up on a press that came late, on a busy machine: a second one would fall on what the
 * first has opened.
 */
export function withSurePress(window: EngineWindow): EngineWindow {
  const press = async (expression: string): Promise<void> => {
    await window.ask(`(${prepare.toString()})(${expression})`);
    const failure = await window.press(expression).then(
      () => null,
      (thrown: unknown) => new Error(`Not pressed: ${expression}`, { cause: thrown }),
    );
    // A page that was left by the press has nothing to say of it.
    const wasFelt = await window.ask('window.hasFeltPress ?? null').catch(() => null);
    if (failure !== null && wasFelt !== true) throw failure;
    if (wasFelt === false) throw new Error(`Pressed beside: ${expression}`);
  };
  return { ...window, press };
}
