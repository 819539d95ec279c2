import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { inviteForm } from '#domain';
import { useFarm, useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { type InvitationMade, InvitationLink } from './invitation-link.tsx';
import { RoleField } from './role-field.tsx';
import { PhoneText, TeamText, typedPhone } from './team-fields.tsx';
import { TeamForm } from './team-form.tsx';

const blank = { first_name: '', phone: '', role: 'user' };

/** Invites by name alone: the link goes by message or is read off this screen (domain.md §2.12). */
export const InviteByName = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [made, setMade] = useState<readonly InvitationMade[]>([]);
  const last = made.at(-1);
  return (
    <>
      {last ? <InvitationLink {...last} /> : null}
      <InviteForm
        key={made.length}
        onMade={(one) => {
          setMade((before) => [...before, one]);
          onChanged();
        }}
      />
    </>
  );
};

const InviteForm = ({ onMade }: { readonly onMade: (made: InvitationMade) => void }) => {
  const farm = useFarm();
  const { session } = useSession();
  const form = useForm({
    start: blank,
    keeping: useTab(`invitar ${farm.organizationId}`),
    read: ({ phone, ...typed }) =>
      inviteForm.safeParse({ ...typed, phone: typedPhone(phone), organization_id: farm.organizationId }),
    save: async (body) => {
      const asked = await ask(session, endpoints.invite, { body });
      if (!asked.ok) return asked.problem;
      const { invitation_url: url, expires_at: expiresAt } = asked.value;
      onMade({ name: body.first_name, phone: body.phone ?? null, url, expiresAt });
      return null;
    },
  });
  return (
    <TeamForm form={form} submitLabel="Invitar">
      <TeamText label="Nombre" hint="Como lo llaman en el campo" {...form.bind('first_name')} />
      <PhoneText {...form.bind('phone')} />
      <RoleField {...form.bind('role')} />
    </TeamForm>
  );
};
