import { ArrowLeft, Fence } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonTo, useSession } from '#platform';
import { AppShell, Button, PageHeading, Stack, TextField } from '#ui';
import styles from './organization.module.css';
import { organizationForm } from '#domain';
import { PageForm, Submit, useForm, useTab } from '#forms';

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

/** Makes a farm, owned by its maker. Needs signal: the server makes the categories. */
export const NewOrganization = ({ onDone }: { readonly onDone: () => void }) => {
  const { session } = useSession();
  const form = useForm({
    start: { name: '' },
    keeping: useTab('establecimiento nuevo'),
    read: (typed) => organizationForm.safeParse(typed),
    save: async ({ name }) => {
      const made = await session.createOrganization(name);
      if (!made.ok) return { message: made.problem.message, issues: [] };
      onDone();
      return null;
    },
  });
  return (
    <PageForm onSubmit={form.submit}>
      <Stack>
        <TextField label="Nombre del establecimiento" autoComplete="organization" {...form.bind('name')} />
        <Submit form={form} label="Crear establecimiento" />
      </Stack>
    </PageForm>
  );
};
