import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { problems } from '#contract/problems.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { formatPhone, newPhoneForm, normalizePhone, phoneForm } from '#domain';
import { useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask, type CallFailure } from '#session/ask.ts';
import { Notice, PasswordField, TextField, toastSuccess } from '#ui';
import { CodeField } from './code-field.tsx';
import { FormCard } from './form-card.tsx';

interface ChangeProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Changes the telephone, with a code sent there and the password (trust.md rows 41, 46). */
export const ChangePhone = ({ userId, onClose }: ChangeProps) => {
  const { session } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(true);
  const sendCode = async (phone: string): Promise<CallFailure | null> => {
    const sent = await ask(session, endpoints.sendCodePhone, { body: { phone } });
    if (!sent.ok) return atField(sent.problem);
    setSentTo(phone);
    setIsSent(sent.value.message_sent !== false);
    return null;
  };
  const change = async (body: object): Promise<CallFailure | null> => {
    const changed = await ask(session, endpoints.changePhone, { body });
    if (!changed.ok) return atField(changed.problem);
    await session.reloadOrganizations();
    toastSuccess(accountSentences.phoneChanged);
    onClose();
    return null;
  };
  const form = useForm({
    start: { phone: '', code: '', password: '' },
    keeping: useTab(`celular ${userId}`),
    // The first of two calls takes neither code nor password.
    read: (typed): ReturnType<typeof phoneForm.safeParse> =>
      sentTo === null ? phoneForm.safeParse({ phone: typed.phone }) : newPhoneForm.safeParse(typed),
    save: (body) => (sentTo === null ? sendCode(body.phone) : change(body)),
  });
  const phone = normalizePhone(form.values.phone);
  const retype = (text: string): void => {
    form.change({ phone: text });
    setSentTo(null);
  };
  return (
    <FormCard
      title="Cambiar celular"
      form={form}
      submitLabel={sentTo === null ? 'Enviar código' : 'Cambiar celular'}
      onClose={onClose}
    >
      <TextField
        label="Celular nuevo"
        hint={phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15'}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.bind('phone')}
        onChange={retype}
      />
      {sentTo === null ? null : (
        <>
          <Notice tone={isSent ? 'ok' : 'warn'} role="status">
            {isSent ? 'Te enviamos un código por mensaje a ese celular' : accountSentences.noMessageCode}.
          </Notice>
          <CodeField form={form} />
          <PasswordField label="Tu contraseña" autoComplete="current-password" {...form.bind('password')} />
        </>
      )}
    </FormCard>
  );
};

/** Puts a wrong number or password at its field. */
function atField(problem: CallFailure): CallFailure {
  const { code } = problem;
  if (code !== 'BAD_PHONE' && code !== 'WRONG_PASSWORD') return problem;
  const path = code === 'BAD_PHONE' ? 'phone' : 'password';
  return { ...problem, issues: [{ path, message: problems[code].message }] };
}
