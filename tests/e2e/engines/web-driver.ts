import type { EngineWindow } from './engine.ts';

/** The acts of WebDriver that a window needs, by the names that its standard has for them, and by what each is given. */
interface Acts {
  readonly 'Navigate To': { readonly url: string };
  readonly 'Execute Async Script': { readonly script: string; readonly args: readonly unknown[] };
  readonly 'Element Click': { readonly element: string };
  readonly 'Element Send Keys': { readonly element: string; readonly text: string };
}

/** Does one act and gives its value; rejects where the browser says that it could not. */
export type Send = <A extends keyof Acts>(act: A, given: Acts[A]) => Promise<unknown>;

/** What the standard calls an element by on the wire. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const script = (expression: string): Acts['Execute Async Script'] => ({
  script: `const done = arguments[arguments.length - 1];
    Promise.resolve().then(() => ${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`,
  args: [],
});

/** A window over any wire that speaks classic WebDriver. */
export function windowOver(send: Send, close: () => Promise<void>): EngineWindow {
  const ask = async (expression: string): Promise<unknown> => {
    const said = (await send('Execute Async Script', script(expression))) as { value?: unknown; error?: string };
    if (said.error !== undefined) throw new Error(`${said.error} in ${expression}`);
    return said.value;
  };
  const elementOf = async (expression: string): Promise<string> => {
    const element = (await ask(expression)) as Readonly<Record<string, string>> | null;
    const id = element?.[elementKey];
    if (!id) throw new Error(`Not in the page: ${expression}`);
    return id;
  };
  return {
    go: async (url) => {
      await send('Navigate To', { url });
    },
    ask,
    press: async (expression) => {
      await send('Element Click', { element: await elementOf(expression) });
    },
    type: async (expression, text) => {
      await send('Element Send Keys', { element: await elementOf(expression), text });
    },
    close,
  };
}
