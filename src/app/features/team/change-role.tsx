import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import { displayName, type Role, roleLabels } from '#domain';
import { FailedNotice, useFarm, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { Button, Card, Notice } from '#ui';
import { RoleField } from './role-field.tsx';

interface ChangeRoleProps {
  readonly member: Member;
  readonly email: string | null;
  readonly isLastOwner: boolean;
}

/** Changes a member's role; the e-mail in the body confirms whom (wire.md §User, organization). */
export const ChangeRole = ({ member, email, isLastOwner }: ChangeRoleProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const noSignal = useNoSignal();
  const [role, setRole] = useState<Role>(member.role);
  const [failed, setFailed] = useState<string | null>(null);
  const [given, setGiven] = useState<Role | null>(null);
  const give = useOnce(async () => {
    const body = { role, organization_id: farm.organizationId, ...(email !== null && { email }) };
    const changed = await ask(session, endpoints.changeRole, { params: { userId: member.id }, body });
    setFailed(changed.ok ? null : changed.problem.message);
    setGiven(changed.ok ? role : null);
    if (changed.ok) void farm.acts.sendNow();
  });
  if (isLastOwner) return null;
  return (
    <Card title="Rol en el equipo">
      <RoleField value={role} onChange={setRole} />
      <FailedNotice message={failed} />
      {given === null ? null : (
        <Notice tone="ok" role="status">
          {displayName(member.first_name)} ahora es {roleLabels[given]}.
        </Notice>
      )}
      <div>
        <Button busy={give.busy} disabled={noSignal || role === (given ?? member.role)} onClick={() => void give.run()}>
          Cambiar rol
        </Button>
      </div>
    </Card>
  );
};
