import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { displayName, type Role } from '#domain';
import { FailedNotice, useFarm, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { Button } from '#ui';
import { InvitationLink, type InvitationMade } from './invitation-link.tsx';
import { RoleField } from './role-field.tsx';

/** Invites a person without access; their tasks stay theirs (domain.md §2.12). */
export const InvitePerson = ({ person }: { readonly person: Member }) => {
  const { organizationId: organization_id } = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const [role, setRole] = useState<Role>('user');
  const [made, setMade] = useState<InvitationMade | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { id: user_id, first_name, last_name } = person;
  const phone = typeof person['phone'] === 'string' ? person['phone'] : null;
  const invite = useOnce(async () => {
    const body = { organization_id, user_id, first_name, last_name, phone, role };
    const asked = await ask(session, endpoints.invite, { body });
    setFailed(asked.ok ? null : asked.problem.message);
    if (!asked.ok) return;
    const { invitation_url: url, expires_at: expiresAt } = asked.value;
    setMade({ name: first_name, phone, url, expiresAt });
  });
  if (made) return <InvitationLink {...made} />;
  return (
    <>
      <p>{displayName(first_name)} recibe un enlace y entra con las tareas que ya tiene.</p>
      <RoleField value={role} onChange={setRole} />
      <FailedNotice message={failed} />
      <Button variant="primary" wide busy={invite.busy} disabled={noSignal} onClick={() => void invite.run()}>
        Invitar
      </Button>
    </>
  );
};
