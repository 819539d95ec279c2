import { type Element, findInPage } from './find-in-page.ts';

/** Where an element is: itself, or the containers that lead to it and then itself. */
export type Where = Element | readonly Element[];

/** A window of a browser, used as a person uses it: the few acts that every engine has. */
export interface EngineWindow {
  /** Opens an address as it is typed; the page has loaded when this resolves. */
  readonly go: (address: string) => Promise<void>;
  /** What an expression says in the page, a promise being waited for. */
  readonly ask: (expression: string) => Promise<unknown>;
  /** Clicks what an expression finds, as the mouse does. */
  readonly press: (expression: string) => Promise<void>;
  /** Types into what an expression finds. */
  readonly type: (expression: string, text: string) => Promise<void>;
  /** Ends the browser; its profile stays on the disk. */
  readonly close: () => Promise<void>;
}

/** One engine with a profile of its own: what is installed, saved and signed in outlives its windows. */
export interface Engine {
  readonly open: (profile: string, told: (error: string) => void) => Promise<EngineWindow>;
  /** Says what to install, where something is missing that the engine needs. */
  readonly missing: () => string | null;
}

/** A function and what it is called with, as an expression for the page: it sees nothing of what stands around it here. */
export function inPage<A extends readonly unknown[]>(work: (...given: A) => unknown, ...given: A): string {
  return `(${work.toString()})(${given.map((item) => JSON.stringify(item)).join(', ')})`;
}

/** The expression that finds an element, or null. */
export const found = (where: Where): string => inPage(findInPage, 'role' in where ? [where] : where);
