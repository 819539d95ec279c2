import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { formatPhone, normalizePhone } from '../../../domain/people/phone.ts';
import { addUserAdminForm } from '../../../domain/people/team.ts';
import { useFarm } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { type Form, useForm } from '../../frame/use-form.ts';
import { ask } from '../../session/ask.ts';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';
import { ActivationLink } from './activation-link.tsx';
import { RoleField } from './role-field.tsx';
import { TeamForm } from './team-form.tsx';

const fields = ['first_name', 'last_name', 'email', 'phone', 'role'] as const;
type Name = (typeof fields)[number];

interface Made {
  readonly name: string;
  readonly url: string;
}

/** An account for somebody else: he chooses its password himself, by a link for one use (trust.md rows 48, 49). */
export const MakeAccount = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <ActivationLink name={made.name} url={made.url} title="La cuenta está creada" />;
  return (
    <AccountForm
      onMade={(account) => {
        setMade(account);
        onChanged();
      }}
    />
  );
};

const AccountForm = ({ onMade }: { readonly onMade: (made: Made) => void }) => {
  const farm = useFarm();
  const { session, state } = useSession();
  const read = (typed: unknown) => {
    const { phone, ...rest } = typed as Readonly<Record<Name, string>>;
    return addUserAdminForm.safeParse({
      ...rest,
      phone: phone.trim() === '' ? null : phone,
      organization_id: farm.organizationId,
    });
  };
  const form = useForm(
    fields,
    { safeParse: read },
    async (values) => {
      const added = await ask(session, endpoints.addUserAdmin, { body: values });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onMade({ name: values.first_name, url: added.value.activation_url });
      return null;
    },
    { initial: { role: 'user' }, keepAs: `crear cuenta ${farm.organizationId}` },
  );
  const phone = normalizePhone(form.values.phone);
  return (
    <TeamForm form={form} submitLabel="Crear cuenta y enlace">
      <Text form={form} name="first_name" label="Nombre" autoComplete="off" />
      <Text form={form} name="last_name" label="Apellido" autoComplete="off" />
      <Text
        form={form}
        name="email"
        label="Correo electrónico"
        hint="Con este correo va a ingresar"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
      />
      <Text
        form={form}
        name="phone"
        label="Celular"
        optional
        hint={phone ? `Queda como ${formatPhone(phone)}` : 'Con código de área, sin 0 ni 15'}
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <RoleField by={state.role ?? 'user'} value={form.values.role} onChange={(role) => form.set('role', role)} />
    </TeamForm>
  );
};

interface TextProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'error' | 'form' | 'name'> {
  readonly form: Form<Name>;
  readonly name: Name;
}

const Text = ({ form, name, ...rest }: TextProps) => (
  <TextField {...rest} value={form.values[name]} onChange={(text) => form.set(name, text)} error={form.errorOf(name)} />
);
