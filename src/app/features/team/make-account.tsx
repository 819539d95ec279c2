import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { addUserAdminForm } from '#domain';
import { useFarm, useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { type Activation, ActivationLink, activationOf } from './activation-link.tsx';
import { RoleField } from './role-field.tsx';
import { MailText, PhoneText, TeamText, typedPhone } from './team-fields.tsx';
import { TeamForm } from './team-form.tsx';

const blank = { first_name: '', last_name: '', email: '', phone: '', role: 'user' };

interface Made extends Activation {
  readonly name: string;
}

/** Makes an account; its owner chooses the password by a single-use link (trust.md rows 48, 49). */
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
  const { session } = useSession();
  const form = useForm({
    start: blank,
    keeping: useTab(`crear cuenta ${farm.organizationId}`),
    read: ({ phone, ...typed }) =>
      addUserAdminForm.safeParse({ ...typed, phone: typedPhone(phone), organization_id: farm.organizationId }),
    save: async (body) => {
      const added = await ask(session, endpoints.addUserAdmin, { body });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onMade({ name: body.first_name, ...activationOf(added.value) });
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Crear cuenta y enlace">
      <TeamText label="Nombre" {...form.bind('first_name')} />
      <TeamText label="Apellido" {...form.bind('last_name')} />
      <MailText {...form.bind('email')} />
      <PhoneText {...form.bind('phone')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};
