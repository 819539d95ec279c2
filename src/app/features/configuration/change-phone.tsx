import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { problems } from '../../../contract/problems.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { phoneCodeForm, phoneForm } from '../../../domain/people/credentials.ts';
import { formatPhone, normalizePhone } from '../../../domain/people/phone.ts';
import { useSession } from '../../frame/session-context.tsx';
import { useForm } from '../../frame/use-form.ts';
import { ask, type CallFailure } from '../../session/ask.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { CodeField } from './code-field.tsx';
import { FormCard } from './form-card.tsx';

interface ChangeProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** Another telephone: it is one's own when the code that was sent there comes back (trust.md row 41). */
export const ChangePhone = ({ userId, onClose }: ChangeProps) => {
  const { session } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sendCode = async (phone: string): Promise<CallFailure | null> => {
    const sent = await ask(session, endpoints.sendCodePhone, { body: { phone } });
    if (sent.ok) setSentTo(phone);
    return sent.ok ? null : atPhone(sent.problem);
  };
  const change = async (phone: string, code: string): Promise<CallFailure | null> => {
    const changed = await ask(session, endpoints.changePhone, { body: { phone, code } });
    if (!changed.ok) return atPhone(changed.problem);
    await session.reloadOrganizations();
    toastSuccess(serverSentences.phoneChanged);
    onClose();
    return null;
  };
  const form = useForm(
    ['phone', 'code'],
    {
      safeParse: (typed) =>
        sentTo === null ? phoneForm.safeParse(withoutCode(typed)) : phoneCodeForm.safeParse(typed),
    },
    ({ phone, code }) => (sentTo === null ? sendCode(phone) : change(phone, code)),
    { keepAs: `celular ${userId}` },
  );
  const phone = normalizePhone(form.values.phone);
  const retype = (text: string): void => {
    form.set('phone', text);
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
        value={form.values.phone}
        onChange={retype}
        error={form.errorOf('phone')}
      />
      {sentTo === null ? null : (
        <>
          <Notice tone="ok" role="status">
            Te enviamos un código por mensaje a ese celular.
          </Notice>
          <CodeField form={form} />
        </>
      )}
    </FormCard>
  );
};

/** What the first of the two calls takes: the code is not known yet. */
const withoutCode = (typed: unknown) => ({ phone: (typed as { readonly phone: string }).phone });

/** A number that is none belongs to its field. */
const atPhone = (problem: CallFailure): CallFailure =>
  problem.code === 'BAD_PHONE'
    ? { ...problem, issues: [{ path: 'phone', message: problems.BAD_PHONE.message }] }
    : problem;
