import { useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import { formatDay } from '../../../domain/dates.ts';
import { mayAdd } from '../../../domain/people/permissions.ts';
import { type Role, roleLabels } from '../../../domain/people/roles.ts';
import { FailedNotice } from '../../frame/failed-notice.tsx';
import { useFarm } from '../../frame/farm-context.tsx';
import { useNoSignal } from '../../frame/needs-signal.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { ask } from '../../session/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row, RowList } from '../../ui/row.tsx';

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly [more: string]: unknown;
}

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  readonly onChanged: () => void;
}

/** Addresses that were asked onto the team and have not come yet: asked again, or taken back. */
export const Invitations = ({ invitations, onChanged }: InvitationsProps) => {
  const { organizationId } = useFarm();
  const { session, state } = useSession();
  const noSignal = useNoSignal();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const run = async ({ id, email, role }: Invitation, act: 'again' | 'back'): Promise<void> => {
    setBusyId(id);
    setSaid(null);
    const done =
      act === 'again'
        ? await ask(session, endpoints.addUser, { body: { organization_id: organizationId, email, role } })
        : await ask(session, endpoints.removeUser, {
            params: { userId: id },
            body: { organization_id: organizationId },
          });
    setBusyId(null);
    setFailed(done.ok ? null : done.problem.message);
    if (done.ok) setSaid(act === 'again' ? `Invitación enviada de nuevo a ${email}.` : `${email} ya no está invitado.`);
    onChanged();
  };
  return (
    <Card title="Invitaciones sin aceptar" flush>
      <RowList label="Invitaciones">
        {invitations.map((one) => (
          <li key={one.id}>
            <Row
              title={one.email}
              subtitle={[roleLabels[one.role], expiryOf(one)].filter(Boolean).join(' · ')}
              actions={
                mayAdd(state.role ?? 'user', one.role) ? (
                  <>
                    <Button compact busy={busyId === one.id} disabled={noSignal} onClick={() => void run(one, 'again')}>
                      Reenviar
                    </Button>
                    <Button compact disabled={noSignal} onClick={() => void run(one, 'back')}>
                      Retirar
                    </Button>
                  </>
                ) : null
              }
            />
          </li>
        ))}
      </RowList>
      <FailedNotice message={failed} />
      {said ? (
        <Notice tone="ok" role="status">
          {said}
        </Notice>
      ) : null}
    </Card>
  );
};

const expiryOf = (one: Invitation): string =>
  typeof one['expires_at'] === 'string' ? `vence el ${formatDay(one['expires_at'])}` : '';
