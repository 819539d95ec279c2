import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { addUserAdminForm } from '../../../domain/people/team.ts';
import { useFarm } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useForm } from '../../frame/use-form.ts';
import { ask } from '../../session/ask.ts';
import { type Activation, ActivationLink, activationOf } from './activation-link.tsx';
import { RoleField } from './role-field.tsx';
import { MailText, PhoneText, TeamText, typedPhone } from './team-fields.tsx';
import { TeamForm } from './team-form.tsx';

const fields = ['first_name', 'last_name', 'email', 'phone', 'role'] as const;
type Name = (typeof fields)[number];

interface Made extends Activation {
  readonly name: string;
}

/** An account for somebody else: he chooses its password himself, by a link for one use (trust.md rows 48, 49). */
export const MakeAccount = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [made, setMade] = useState<Made | null>(null);
  if (made) return <ActivationLink {...made} title="La cuenta está creada" />;
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
    return addUserAdminForm.safeParse({ ...rest, phone: typedPhone(phone), organization_id: farm.organizationId });
  };
  const form = useForm(
    fields,
    { safeParse: read },
    async (values) => {
      const added = await ask(session, endpoints.addUserAdmin, { body: values });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onMade({ name: values.first_name, ...activationOf(added.value) });
      return null;
    },
    { initial: { role: 'user' }, keepAs: `crear cuenta ${farm.organizationId}` },
  );
  return (
    <TeamForm form={form} submitLabel="Crear cuenta y enlace">
      <TeamText form={form} name="first_name" label="Nombre" />
      <TeamText form={form} name="last_name" label="Apellido" />
      <MailText form={form} />
      <PhoneText form={form} />
      <RoleField by={state.role ?? 'user'} value={form.values.role} onChange={(role) => form.set('role', role)} />
    </TeamForm>
  );
};
