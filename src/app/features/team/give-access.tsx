import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { addUserAdminForm, displayName } from '#domain';
import { useFarm, useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { type Activation, activationOf } from './activation-link.tsx';
import { RoleField } from './role-field.tsx';
import { MailText, TeamText } from './team-fields.tsx';
import { TeamForm } from './team-form.tsx';

interface GiveAccessProps {
  readonly person: Member;
  readonly onMade: (link: Activation) => void;
}

/** Gives an account to somebody who had none; their tasks stay theirs (domain.md §2.12). */
export const GiveAccess = ({ person, onMade }: GiveAccessProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const { id: user_id, first_name } = person;
  const form = useForm({
    start: { last_name: person.last_name, email: '', role: 'user' },
    keeping: useTab(`dar acceso ${user_id}`),
    read: (typed) =>
      addUserAdminForm.safeParse({ ...typed, first_name, user_id, organization_id: farm.organizationId }),
    save: async (body) => {
      const made = await ask(session, endpoints.addUserAdmin, { body });
      if (!made.ok) return made.problem;
      onMade(activationOf(made.value));
      await farm.acts.sendNow();
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Crear cuenta y enlace">
      <p>{displayName(first_name)} va a tener su cuenta, con las tareas que ya tiene.</p>
      {person.last_name === '' ? <TeamText label="Apellido" {...form.bind('last_name')} /> : null}
      <MailText {...form.bind('email')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};
