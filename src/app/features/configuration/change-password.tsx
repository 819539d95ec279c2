import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { limits, passwordForm } from '#domain';
import { useSession } from '#platform';
import { useForm } from '#forms';
import { ask } from '#session/ask.ts';
import { Notice, PasswordField } from '#ui';
import { FormCard } from './form-card.tsx';

/** Changes the password; other phones must log in again (trust.md row 33). */
export const ChangePassword = () => {
  const [changes, setChanges] = useState(0);
  return (
    <>
      {changes > 0 ? (
        <Notice tone="ok" role="status">
          {accountSentences.passwordChanged}. Tus otros celulares van a pedir la nueva.
        </Notice>
      ) : null}
      <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
    </>
  );
};

const PasswordForm = ({ onChanged }: { readonly onChanged: () => void }) => {
  const { session } = useSession();
  const form = useForm({
    start: { current_password: '', new_password: '' },
    read: (typed) => passwordForm.safeParse(typed),
    save: async (body) => {
      const changed = await ask(session, endpoints.changePassword, { body });
      if (!changed.ok) return changed.problem;
      onChanged();
      return null;
    },
  });
  return (
    <FormCard title="Cambiar contraseña" form={form} submitLabel="Cambiar contraseña">
      <PasswordField label="Contraseña actual" autoComplete="current-password" {...form.bind('current_password')} />
      <PasswordField
        label="Contraseña nueva"
        hint={`Al menos ${limits.passwordMinLength} caracteres`}
        autoComplete="new-password"
        {...form.bind('new_password')}
      />
    </FormCard>
  );
};
