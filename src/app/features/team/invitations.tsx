import { type ReactNode, useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import { formatDay, fullName, joined, mayAdd, type Result, type Role, roleLabels, success } from '#domain';
import { FailedNotice, useAsk, useFarm, useNoSignal, useRole, useSession } from '#platform';
import { ask, type CallFailure } from '#session/ask.ts';
import type { Session } from '#session/session.ts';
import { Button, Card, Notice, Row, RowList } from '#ui';
import { AskedNotice, askedOf } from './add-member.tsx';
import { InvitationLink, type InvitationMade } from './activation-link.tsx';

interface Invitation {
  readonly id: string;
  /** Empty for an invitation by name. */
  readonly email: string;
  readonly role: Role;
  readonly [more: string]: unknown;
}

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  readonly onChanged: () => void;
}

export const Invitations = ({ invitations, onChanged }: InvitationsProps) => {
  const { organizationId } = useFarm();
  const { session } = useSession();
  const ask = useAsk();
  const role = useRole();
  const noSignal = useNoSignal();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<ReactNode>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const run = async (id: string, act: () => Promise<string | null>): Promise<void> => {
    setBusyId(id);
    setOutcome(null);
    setFailed(await act());
    setBusyId(null);
    onChanged();
  };
  const again = async (one: Invitation): Promise<string | null> => {
    const { email, role } = one;
    if (email === '') {
      const renewed = await renew(session, organizationId, one);
      if (!renewed.ok) return renewed.problem.message;
      setOutcome(<InvitationLink {...renewed.value} />);
      return null;
    }
    const done = await ask(endpoints.addUser, { body: { organization_id: organizationId, email, role } });
    if (!done.ok) return done.problem.message;
    const answered = askedOf(email, done.value);
    // Without mail the inviter hands the new link over; the previous one is void.
    setOutcome(answered.isMailed ? <Done>Invitación enviada de nuevo a {email}.</Done> : <AskedNotice {...answered} />);
    return null;
  };
  const takeBack = async (one: Invitation): Promise<string | null> => {
    const body = { organization_id: organizationId };
    const done = await ask(endpoints.removeUser, { params: { userId: one.id }, body });
    if (!done.ok) return done.problem.message;
    setOutcome(<Done>{nameOf(one)} ya no está invitado: su enlace no sirve más.</Done>);
    return null;
  };
  return (
    <Card title="Invitaciones sin aceptar" flush>
      <RowList label="Invitaciones">
        {invitations.map((one) => (
          <li key={one.id}>
            <Row
              title={nameOf(one)}
              subtitle={joined('Invitado', roleLabels[one.role], expiryOf(one))}
              actions={
                mayAdd(role, one.role) ? (
                  <>
                    <Button
                      compact
                      busy={busyId === one.id}
                      disabled={noSignal}
                      onClick={() => void run(one.id, () => again(one))}
                    >
                      Mandar otra vez
                    </Button>
                    <Button compact disabled={noSignal} onClick={() => void run(one.id, () => takeBack(one))}>
                      Quitar
                    </Button>
                  </>
                ) : null
              }
            />
          </li>
        ))}
      </RowList>
      <FailedNotice message={failed} />
      {outcome}
    </Card>
  );
};

const Done = ({ children }: { readonly children: ReactNode }) => (
  <Notice tone="ok" role="status">
    {children}
  </Notice>
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const nameOf = (one: Invitation): string =>
  one.email === '' ? fullName({ first_name: textOf(one.first_name), last_name: textOf(one.last_name) }) : one.email;

/** A new link for the same person; the previous one is void. */
async function renew(
  session: Session,
  organization_id: string,
  one: Invitation,
): Promise<Result<InvitationMade, CallFailure>> {
  const [first_name, last_name] = [textOf(one.first_name), textOf(one.last_name)];
  const phone = textOf(one.phone) || null;
  const user_id = textOf(one.user_id);
  const body = { organization_id, first_name, last_name, phone, role: one.role, invitation_id: one.id };
  const asked = await ask(session, endpoints.invite, { body: { ...body, ...(user_id !== '' && { user_id }) } });
  if (!asked.ok) return asked;
  return success({ name: first_name, phone, url: asked.value.invitation_url, expiresAt: asked.value.expires_at });
}

const expiryOf = (one: Invitation): string => {
  const at = textOf(one.expires_at);
  if (at === '') return '';
  return `${Date.parse(at) <= Date.now() ? 'venció' : 'vence'} el ${formatDay(at)}`;
};
