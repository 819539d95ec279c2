import { type FormEvent, useState } from 'react';
import { organizationForm } from '../../../domain/people/account.ts';
import { issuesOf } from '../../../domain/validation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSession } from '../../frame/session-context.tsx';

/** Makes an establishment; its maker owns it. Needs signal: the server gives out the categories. */
export const NewOrganization = ({ onDone }: { readonly onDone: () => void }) => {
  const { session } = useSession();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const parsed = organizationForm.safeParse({ name });
    setMessage(null);
    setError(parsed.success ? undefined : issuesOf(parsed.error.issues)[0]?.message);
    if (!parsed.success) return;
    setBusy(true);
    const made = await session.createOrganization(parsed.data.name);
    setBusy(false);
    if (made.ok) onDone();
    else setMessage(made.problem.message);
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <TextField
          label="Nombre del establecimiento"
          autoComplete="organization"
          value={name}
          onChange={setName}
          error={error}
        />
        {message ? (
          <Notice tone="danger" role="alert">
            {message}
          </Notice>
        ) : null}
        <Button type="submit" variant="primary" wide busy={busy}>
          Crear establecimiento
        </Button>
      </Stack>
    </form>
  );
};
