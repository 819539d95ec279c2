import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { addUserForm } from '../../../domain/people/team.ts';
import { useFarm } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useForm } from '../../frame/use-form.ts';
import { ask } from '../../session/ask.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RoleField } from './role-field.tsx';
import { TeamForm } from './team-form.tsx';

/** By an address: who has an account is in at once, anybody else gets a letter; which of the two is not told (trust.md row 50). */
export const AskByMail = ({ onChanged }: { readonly onChanged: () => void }) => {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      {asked === null ? null : (
        <Notice tone="ok" role="status" title={asked}>
          {serverSentences.asked}.
        </Notice>
      )}
      <AskForm
        key={asked}
        onAsked={(email) => {
          setAsked(email);
          onChanged();
        }}
      />
    </>
  );
};

const AskForm = ({ onAsked }: { readonly onAsked: (email: string) => void }) => {
  const farm = useFarm();
  const { session, state } = useSession();
  const form = useForm(
    ['email', 'role'],
    { safeParse: (typed) => addUserForm.safeParse({ ...(typed as object), organization_id: farm.organizationId }) },
    async (values) => {
      const added = await ask(session, endpoints.addUser, { body: values });
      if (!added.ok) return added.problem;
      await farm.acts.sendNow();
      onAsked(values.email);
      return null;
    },
    { initial: { role: 'user' }, keepAs: `sumar ${farm.organizationId}` },
  );
  return (
    <TeamForm form={form} submitLabel="Agregar al equipo">
      <TextField
        label="Correo electrónico"
        hint="Si ya usa Tranquera, entra enseguida. Si no, le llega una invitación que vale 7 días."
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={form.values.email}
        onChange={(text) => form.set('email', text)}
        error={form.errorOf('email')}
      />
      <RoleField by={state.role ?? 'user'} value={form.values.role} onChange={(role) => form.set('role', role)} />
    </TeamForm>
  );
};
