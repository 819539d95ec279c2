import { toastSuccess } from './toaster.tsx';

/** Says 'saved', and no more than is known (ux.md §5.3). */
export const toastSaved = (isReachable: boolean): void =>
  toastSuccess(isReachable ? 'Guardado' : 'Guardado en este celular');
