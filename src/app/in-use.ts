import { isBusy } from './update/busy.ts';

/** Whether the person may be in the middle of something: anywhere but on a first screen with nothing over it. */
export const isInUse = (): boolean =>
  isBusy() || !['/', '/log-in', '/dashboard'].includes(window.location.pathname) || window.location.search !== '';
