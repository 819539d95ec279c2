import { organizationForm } from '#domain';
import { FailedNotice, useSession } from '#platform';
import { PageForm, useForm, useTab } from '#forms';
import { Button, Stack, TextField } from '#ui';

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
    <PageForm onSubmit={() => void form.submit()}>
      <Stack>
        <TextField label="Nombre del establecimiento" autoComplete="organization" {...form.bind('name')} />
        <FailedNotice message={form.message} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Crear establecimiento
        </Button>
      </Stack>
    </PageForm>
  );
};
