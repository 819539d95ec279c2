import { ArrowLeft, Fence } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonTo, useSession } from '#platform';
import { AppShell, Button, PageHeading } from '#ui';
import { NewOrganization } from './new-organization.tsx';
import styles from './organization.module.css';

/** The first screen of an account without a farm. `notice` comes first. */
export const FirstOrganization = ({ notice }: { readonly notice?: ReactNode }) => {
  const { session, state } = useSession();
  return (
    <AppShell>
      {notice}
      <PageHeading title="Creá tu establecimiento">
        <p>Con eso ya podés cargar lotes y registrar. Las categorías de hacienda vienen listas.</p>
      </PageHeading>
      <div className={styles.first}>
        <Fence size={48} />
        <NewOrganization onDone={() => undefined} />
        {state.user?.is_super_admin ? <ButtonTo to="/conversations">Conversaciones</ButtonTo> : null}
        <ButtonTo to="/configuration">Mi cuenta</ButtonTo>
        <Button variant="quiet" wide onClick={() => void session.logOut()}>
          Cerrar sesión
        </Button>
      </div>
    </AppShell>
  );
};

/** From the account back to the first screen. */
export const BackHome = () => (
  <ButtonTo to="/dashboard" compact variant="quiet" icon={<ArrowLeft />}>
    Inicio
  </ButtonTo>
);
