import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Capability, Standing } from '../../../src/domain/people/permissions.ts';
import type { FarmValues } from '../../support/fake-farm.tsx';

/** One part of a screen that is offered to who has the right to it, and to nobody else. */
export interface Place {
  /** Where the right is asked for, as `asks` finds it. */
  readonly ask: string;
  readonly capability: Capability;
  /** What is offered, in a test's words. */
  readonly what: string;
  readonly screen: (standing: Standing) => ReactElement;
  readonly values?: Partial<FarmValues>;
  /** What is touched before it comes in sight, where it is offered. */
  readonly opens?: () => void | Promise<void>;
  /** It comes from the server and goes there: without signal nobody is offered it. */
  readonly needsSignal?: true;
  readonly isOffered: () => boolean;
}

export const noop = (): void => undefined;

/** Whether a button, a link or a tick of this name is in sight. */
export const touchable = (name: string | RegExp) => (): boolean =>
  ['button', 'link', 'checkbox'].some((role) => screen.queryAllByRole(role, { name }).length > 0);
export const titled = (name: string | RegExp) => (): boolean => screen.queryAllByRole('dialog', { name }).length > 0;
export const says = (words: string | RegExp) => (): boolean => screen.queryAllByText(words).length > 0;
export const asked = (label: string | RegExp) => (): boolean => screen.queryAllByLabelText(label).length > 0;
