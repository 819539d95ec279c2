import { type ReactNode, useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { problems } from '#contract/problems.ts';
import { accountSentences } from '#contract/sentences-account.ts';
import { emailForm, formatPhone, fullName, newPhoneForm, phoneForm, roleLabels } from '#domain';
import { type FormOf, useForm, useTab } from '#forms';
import { NeedsSignal, useAsk, useMembership, useSession } from '#platform';
import type { CallFailure } from '#session/ask.ts';
import { Button, Card, Notice, PasswordField, Row, RowList, TextField, toastSuccess } from '#ui';
import { PhoneField } from '#farm/phone-field.tsx';
import { FormCard } from './form-card.tsx';

/** The person's own data (domain.md §2.14, Mi perfil). */
export const Profile = () => {
  const { state } = useSession();
  const farm = useMembership()?.organization.name;
  const [open, setOpen] = useState<'mail' | 'phone' | null>(null);
  const close = (): void => setOpen(null);
  const { user } = state;
  if (!user) return null;
  return (
    <>
      <NeedsSignal />
      {open === 'mail' ? <ChangeMail userId={user.id} onClose={close} /> : null}
      {open === 'phone' ? <ChangePhone userId={user.id} onClose={close} /> : null}
      <Card title="Tus datos" flush>
        <RowList label="Tus datos">
          <li>
            <Row
              title={fullName(user)}
              subtitle={state.role && farm ? `${roleLabels[state.role]} en ${farm}` : 'Tu nombre'}
            />
          </li>
          <li>
            <Row
              title={user.email === '' ? 'Sin correo' : user.email}
              subtitle={user.email === '' ? 'Con uno podés recuperar tu contraseña' : 'Correo con el que ingresás'}
              actions={
                open === 'mail' ? null : (
                  <Button onClick={() => setOpen('mail')}>
                    {user.email === '' ? 'Agregar correo' : 'Cambiar correo'}
                  </Button>
                )
              }
            />
          </li>
          {user.login_name ? (
            <li>
              <Row title={<span translate="no">{user.login_name}</span>} subtitle="Nombre con el que ingresás" />
            </li>
          ) : null}
          <li>
            <Row
              title={user.phone ? formatPhone(user.phone) : 'Sin celular'}
              subtitle="Celular"
              actions={
                open === 'phone' ? null : (
                  <Button onClick={() => setOpen('phone')}>{user.phone ? 'Cambiar celular' : 'Agregar celular'}</Button>
                )
              }
            />
          </li>
        </RowList>
      </Card>
    </>
  );
};

interface ChangeProps {
  readonly userId: string;
  readonly onClose: () => void;
}

interface Sent {
  readonly to: string;
  readonly isOut: boolean;
}

interface ChangeCardProps {
  readonly title: string;
  readonly form: FormOf<{ readonly code: string }>;
  readonly sent: Sent | null;
  readonly words: ReactNode;
  readonly children: ReactNode;
  readonly last?: ReactNode;
  readonly onClose: () => void;
}

const ChangeCard = ({ title, form, sent, words, children, last, onClose }: ChangeCardProps) => (
  <FormCard title={title} form={form} submitLabel={sent ? title : 'Enviar código'} onClose={onClose}>
    {children}
    {sent ? (
      <>
        <Notice tone={sent.isOut ? 'ok' : 'warn'} role="status">
          {words}
        </Notice>
        <TextField
          label="Código"
          hint="Son 6 números y valen 10 minutos"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...form.bind('code')}
        />
        {last}
      </>
    ) : null}
  </FormCard>
);

function useChanged(onClose: () => void): (words: string) => Promise<void> {
  const { session } = useSession();
  return async (words) => {
    await session.reloadOrganizations();
    toastSuccess(words);
    onClose();
  };
}

/** A code goes to the new mail; the old one holds until it is typed (trust.md row 46). */
export const ChangeMail = ({ userId, onClose }: ChangeProps) => {
  const ask = useAsk();
  const changed = useChanged(onClose);
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useForm({
    start: { email: '', password: '', code: '' },
    keeping: useTab(`correo ${userId}`),
    // The first of two calls takes no code.
    read: ({ code, ...typed }) => emailForm.safeParse(sent ? { ...typed, code } : typed),
    save: async (body) => {
      const asked = await ask(endpoints.changeEmail, { body });
      if (!asked.ok) return asked.problem;
      if (asked.value.pending) setSent({ to: body.email, isOut: asked.value.mail_sent !== false });
      else await changed(accountSentences.emailChanged);
      return null;
    },
  });
  const words = sent?.isOut ? `Te enviamos un código a ${sent.to}` : accountSentences.noMailCode;
  return (
    <ChangeCard
      title="Cambiar correo"
      words={`${words}. Hasta que lo ingreses no cambia nada.`}
      {...{ form, sent, onClose }}
    >
      <TextField
        label="Correo nuevo"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        {...form.bind('email')}
        onChange={(email) => {
          form.change({ email });
          // Another address needs a code of its own.
          setSent(null);
        }}
      />
      <PasswordField label="Tu contraseña" {...form.bind('password')} />
    </ChangeCard>
  );
};

/** Changes the telephone, with a code sent there and the password (trust.md rows 41, 46). */
export const ChangePhone = ({ userId, onClose }: ChangeProps) => {
  const ask = useAsk();
  const changed = useChanged(onClose);
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useForm({
    start: { phone: '', code: '', password: '' },
    keeping: useTab(`celular ${userId}`),
    // The first of two calls takes neither code nor password.
    read: (typed): ReturnType<typeof phoneForm.safeParse> =>
      sent ? newPhoneForm.safeParse(typed) : phoneForm.safeParse({ phone: typed.phone }),
    save: async (body) => {
      if (sent) {
        const done = await ask(endpoints.changePhone, { body });
        if (!done.ok) return atField(done.problem);
        await changed(accountSentences.phoneChanged);
      } else {
        const asked = await ask(endpoints.sendCodePhone, { body: { phone: body.phone } });
        if (!asked.ok) return atField(asked.problem);
        setSent({ to: body.phone, isOut: asked.value.message_sent !== false });
      }
      return null;
    },
  });
  const words = sent?.isOut ? 'Te enviamos un código por mensaje a ese celular' : accountSentences.noMessageCode;
  return (
    <ChangeCard
      title="Cambiar celular"
      words={`${words}.`}
      last={<PasswordField label="Tu contraseña" {...form.bind('password')} />}
      {...{ form, sent, onClose }}
    >
      <PhoneField
        label="Celular nuevo"
        {...form.bind('phone')}
        onChange={(phone) => {
          form.change({ phone });
          setSent(null);
        }}
      />
    </ChangeCard>
  );
};

/** Puts a wrong number or password at its field. */
function atField(problem: CallFailure): CallFailure {
  const { code } = problem;
  if (code !== 'BAD_PHONE' && code !== 'WRONG_PASSWORD') return problem;
  const path = code === 'BAD_PHONE' ? 'phone' : 'password';
  return { ...problem, issues: [{ path, message: problems[code].message }] };
}
