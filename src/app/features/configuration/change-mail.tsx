import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { emailForm } from '#domain';
import { useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { Notice, PasswordField, TextField, toastSuccess } from '#ui';
import { CodeField } from './code-field.tsx';
import { FormCard } from './form-card.tsx';

interface ChangeProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Changes the mail: a code goes to the new one, and the old one holds until it is typed (trust.md row 46). */
export const ChangeMail = ({ userId, onClose }: ChangeProps) => {
  const { session } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isMailed, setIsMailed] = useState(true);
  const form = useForm({
    start: { email: '', password: '', code: '' },
    keeping: useTab(`correo ${userId}`),
    // The first of two calls takes no code.
    read: ({ code, ...typed }) => emailForm.safeParse(sentTo === null ? typed : { ...typed, code }),
    save: async (body) => {
      const asked = await ask(session, endpoints.changeEmail, { body });
      if (!asked.ok) return asked.problem;
      if (asked.value.pending) {
        setSentTo(body.email);
        setIsMailed(asked.value.mail_sent !== false);
        return null;
      }
      await session.reloadOrganizations();
      toastSuccess(accountSentences.emailChanged);
      onClose();
      return null;
    },
  });
  // Another address needs a code of its own.
  const change = (email: string): void => {
    form.change({ email });
    setSentTo(null);
  };
  return (
    <FormCard
      title="Cambiar correo"
      form={form}
      submitLabel={sentTo === null ? 'Enviar código' : 'Cambiar correo'}
      onClose={onClose}
    >
      <TextField
        label="Correo nuevo"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...form.bind('email')}
        onChange={change}
      />
      <PasswordField label="Tu contraseña" autoComplete="current-password" {...form.bind('password')} />
      {sentTo === null ? null : (
        <>
          <Notice tone={isMailed ? 'ok' : 'warn'} role="status">
            {isMailed ? `Te enviamos un código a ${sentTo}` : accountSentences.noMailCode}. Hasta que lo ingreses no
            cambia nada.
          </Notice>
          <CodeField form={form} />
        </>
      )}
    </FormCard>
  );
};
