import { toastSuccess } from './toaster.tsx';

/** Says that something is kept: on this device, or on its way to everybody. Never more than is known (ux.md §5.3). */
export const toastSaved = (isReachable: boolean): void =>
  toastSuccess(isReachable ? 'Guardado' : 'Guardado en este celular');
