import { createRootRouteWithContext, Navigate, Outlet } from '@tanstack/react-router';
import { ApplicationError } from '#features/shell/application-error.tsx';
import { useNoIconNumber } from '#features/shell/icon-number.ts';
import { ShutStorage } from '#features/shell/no-storage.tsx';
import { useStorage } from '#features/shell/storage-context.tsx';
import type { Session } from '#session/session.ts';
import { Toaster } from '#ui/toaster.tsx';

export interface RouterContext {
  readonly session: Session;
}

const Root = () => {
  useNoIconNumber();
  return (
    <>
      {useStorage().isShut ? <ShutStorage /> : <Outlet />}
      <Toaster />
    </>
  );
};

/** Unknown addresses go home (product.md §2). */
const Unknown = () => <Navigate to="/" replace />;

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: Unknown,
  errorComponent: ApplicationError,
});
