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
import { type Asked, AskedNotice, askedOf } from './ask-by-mail.tsx';

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
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const run = async (id: string, act: () => Promise<string | null>): Promise<void> => {
    setBusyId(id);
    setSaid(null);
    setAsked(null);
    setFailed(await act());
    setBusyId(null);
    onChanged();
  };
  const again = async ({ email, role }: Invitation): Promise<string | null> => {
    const done = await ask(session, endpoints.addUser, { body: { organization_id: organizationId, email, role } });
    if (!done.ok) return done.problem.message;
    const answered = askedOf(email, done.value);
    // Where no mail leaves, the new link is with who asked, and the one before is worth nothing any more.
    if (!answered.isMailed) setAsked(answered);
    else setSaid(`Invitación enviada de nuevo a ${email}.`);
    return null;
  };
  const takeBack = async ({ id, email }: Invitation): Promise<string | null> => {
    const body = { organization_id: organizationId };
    const done = await ask(session, endpoints.removeUser, { params: { userId: id }, body });
    if (!done.ok) return done.problem.message;
    setSaid(`${email} ya no está invitado.`);
    return null;
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
                    <Button
                      compact
                      busy={busyId === one.id}
                      disabled={noSignal}
                      onClick={() => void run(one.id, () => again(one))}
                    >
                      Reenviar
                    </Button>
                    <Button compact disabled={noSignal} onClick={() => void run(one.id, () => takeBack(one))}>
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
      {asked === null ? null : <AskedNotice {...asked} />}
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
