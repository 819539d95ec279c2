import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { accountSentences } from '../../../contract/sentences-account.ts';
import { emailForm } from '../../../domain/people/credentials.ts';
import { useSession } from '../../frame/session-context.tsx';
import { useForm } from '../../frame/use-form.ts';
import { ask } from '../../session/ask.ts';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { CodeField } from './code-field.tsx';
import { FormCard } from './form-card.tsx';

interface ChangeProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Another address: a code goes there first, and the old one holds until it comes back (trust.md row 46). */
export const ChangeMail = ({ userId, onClose }: ChangeProps) => {
  const { session } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isMailed, setIsMailed] = useState(true);
  const form = useForm(
    ['email', 'password', 'code'],
    { safeParse: (typed) => emailForm.safeParse(sentTo === null ? withoutCode(typed) : typed) },
    async (values) => {
      const asked = await ask(session, endpoints.changeEmail, { body: values });
      if (!asked.ok) return asked.problem;
      if (asked.value.pending) {
        setSentTo(values.email);
        setIsMailed(asked.value.mail_sent !== false);
        return null;
      }
      await session.reloadOrganizations();
      toastSuccess(accountSentences.emailChanged);
      onClose();
      return null;
    },
    { keepAs: `correo ${userId}` },
  );
  // Another address than the one that the code went to needs a code of its own.
  const change = (email: string): void => {
    form.set('email', email);
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
        value={form.values.email}
        onChange={change}
        error={form.errorOf('email')}
      />
      <PasswordField
        label="Tu contraseña"
        autoComplete="current-password"
        value={form.values.password}
        onChange={(text) => form.set('password', text)}
        error={form.errorOf('password')}
      />
      {sentTo === null ? null : (
        <>
          <Notice tone={isMailed ? 'ok' : 'warn'} role="status">
            {isMailed ? `Te enviamos un código a ${sentTo}` : accountSentences.noMailCode}. Hasta que lo ingreses, tu
            correo sigue siendo el de antes.
          </Notice>
          <CodeField form={form} />
        </>
      )}
    </FormCard>
  );
};

/** What the first of the two calls takes: the code is not known yet. */
function withoutCode(typed: unknown) {
  const { email, password } = typed as { readonly email: string; readonly password: string };
  return { email, password };
}
