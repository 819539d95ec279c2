import { Fence } from 'lucide-react';
import { AppShell } from '../../ui/app-shell.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { NewOrganization } from './new-organization.tsx';

/** The first screen of a new account: without an establishment there is nothing to record on. */
export const FirstOrganization = () => {
  const { session } = useSession();
  return (
    <AppShell>
      <PageHeading title="Creá tu establecimiento">
        <p>Con eso ya podés cargar lotes y registrar. Las categorías de hacienda vienen listas.</p>
      </PageHeading>
      <Stack>
        <Fence size={48} aria-hidden />
        <NewOrganization onDone={() => undefined} />
        <Button variant="quiet" onClick={() => void session.logOut()}>
          Cerrar sesión
        </Button>
      </Stack>
    </AppShell>
  );
};
