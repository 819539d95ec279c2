import { organizationForm } from '../../../domain/people/account.ts';
import { FailedNotice } from '../../platform/failed-notice.tsx';
import { useSession } from '../../platform/session-context.tsx';
import { useTab } from '../../forms/keeping.ts';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { PageForm } from '../../forms/page-form.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Makes an establishment; its maker owns it. Needs signal: the server gives out the categories. */
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
