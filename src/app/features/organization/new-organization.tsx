import { organizationForm } from '../../../domain/people/account.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useForm } from '../../frame/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { PageForm } from '../../frame/page-form.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Makes an establishment; its maker owns it. Needs signal: the server gives out the categories. */
export const NewOrganization = ({ onDone }: { readonly onDone: () => void }) => {
  const { session } = useSession();
  const form = useForm(
    ['name'],
    organizationForm,
    async ({ name }) => {
      const made = await session.createOrganization(name);
      if (!made.ok) return { message: made.problem.message, issues: [] };
      onDone();
      return null;
    },
    { keepAs: 'establecimiento nuevo' },
  );
  return (
    <PageForm onSubmit={() => void form.submit()}>
      <Stack>
        <TextField
          label="Nombre del establecimiento"
          autoComplete="organization"
          value={form.values.name}
          onChange={(text) => form.set('name', text)}
          error={form.errorOf('name')}
        />
        <FailedNotice message={form.message} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Crear establecimiento
        </Button>
      </Stack>
    </PageForm>
  );
};
