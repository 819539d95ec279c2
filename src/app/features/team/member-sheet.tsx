import { Mail, MessageCircle, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '#contract/endpoints/account.ts';
import {
  displayName,
  formatPhone,
  fullName,
  isLastOwner,
  mayGiveRole,
  mayRemove,
  type Role,
  roleLabels,
} from '#domain';
import { FailedNotice, NeedsSignal, useAnswer, useAsk, useFarm, useNoSignal, useRole, useSession } from '#platform';
import { Button, ButtonLink, Card, Cluster, ConfirmDialog, Notice, Sheet, Skeleton, toastSuccess } from '#ui';
import { type Activation, ActivationLink, activationOf } from './activation-link.tsx';
import { WithoutAccess } from './without-access.tsx';
import { endpoints } from '#contract/endpoints.ts';
import { useTry } from '#forms';
import { RoleField } from './team-form.tsx';
import { deviceSentences } from '#contract/sentences-devices.ts';
import { type DeviceAct, DeviceList } from '#farm/device-list.tsx';
import { agoText, useMinute } from '#farm/waiting-age.ts';

interface MemberSheetProps {
  readonly member: Member;
  readonly team: readonly Member[];
  readonly onClose: () => void;
}

/** One member, and what the reader may do (domain.md §2.12, §2.18). */
export const MemberSheet = ({ member, team, onClose }: MemberSheetProps) => {
  const { state } = useSession();
  const own = useRole();
  const isSelf = member.id === state.user?.id;
  const [phone, email, loginName] = [member.phone, member.email, member.login_name].map(text);
  const hasNoAccess = member.state === 'sin_acceso';
  // Kept here: with the account made, the part that made it leaves the sheet.
  const [link, setLink] = useState<Activation | null>(null);
  const isLast = isLastOwner(team, member.id);
  const mayTakeOff = !isSelf && mayRemove(own, member.role, false) && !isLast;
  const isManaged = mayGiveRole(own, isSelf) || mayTakeOff;
  return (
    <Sheet open title={fullName(member)} onClose={onClose}>
      <p>
        {hasNoAccess ? 'Sin acceso a la app: recibe tareas, pero no ingresa' : roleLabels[member.role]}
        {member.state === 'sin_contrasena' ? ' · Todavía no eligió su contraseña' : ''}
      </p>
      {loginName ? (
        <p>
          Ingresa con <strong translate="no">{loginName}</strong>
          {email ? ' o con su correo' : ''}
        </p>
      ) : null}
      <Cluster>
        {phone && !isSelf ? (
          <ButtonLink
            href={`https://wa.me/${phone.replace('+', '')}`}
            target="_blank"
            rel="noreferrer noopener"
            icon={<MessageCircle />}
          >
            {formatPhone(phone)}
          </ButtonLink>
        ) : null}
        {email && !isSelf ? (
          <ButtonLink href={`mailto:${email}`} icon={<Mail />}>
            {email}
          </ButtonLink>
        ) : null}
      </Cluster>
      {isSelf ? (
        <p>Tu rol lo cambia otro dueño. Para salir del equipo, andá a Configuración › Establecimiento.</p>
      ) : null}
      {isLast && !isSelf ? <p>Es la única persona con rol de dueño: no se la puede quitar.</p> : null}
      {isManaged ? <NeedsSignal /> : null}
      {link === null ? null : <ActivationLink {...link} name={member.first_name} title="La cuenta está creada" />}
      {hasNoAccess && mayTakeOff && link === null ? <WithoutAccess person={member} onMade={setLink} /> : null}
      {member.state === 'sin_contrasena' && mayTakeOff && email && link === null ? (
        <NewLink member={member} email={email} />
      ) : null}
      {mayGiveRole(own, isSelf) && !hasNoAccess ? (
        <ChangeRole member={member} email={email ?? null} isLastOwner={isLast} />
      ) : null}
      {mayTakeOff && !hasNoAccess ? <MemberDevices userId={member.id} /> : null}
      {mayTakeOff ? <RemoveMember member={member} onGone={onClose} /> : null}
    </Sheet>
  );
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface ChangeRoleProps {
  readonly member: Member;
  readonly email: string | null;
  readonly isLastOwner: boolean;
}

/** Changes a member's role; the e-mail in the body confirms whom (wire.md §User, organization). */
const ChangeRole = ({ member, email, isLastOwner }: ChangeRoleProps) => {
  const farm = useFarm();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const [role, setRole] = useState<Role>(member.role);
  const [given, setGiven] = useState<Role | null>(null);
  const give = useTry(async () => {
    const body = { role, organization_id: farm.organizationId, ...(email !== null && { email }) };
    const changed = await ask(endpoints.changeRole, { params: { userId: member.id }, body });
    setGiven(changed.ok ? role : null);
    if (!changed.ok) return changed.problem.message;
    void farm.acts.sendNow();
    return null;
  });
  if (isLastOwner) return null;
  return (
    <Card title="Rol en el equipo">
      <RoleField value={role} onChange={setRole} />
      <FailedNotice message={give.failed} />
      {given === null ? null : (
        <Notice tone="ok" role="status">
          {displayName(member.first_name)} ahora es {roleLabels[given]}.
        </Notice>
      )}
      <div>
        <Button busy={give.busy} disabled={noSignal || role === (given ?? member.role)} onClick={give.run}>
          Cambiar rol
        </Button>
      </div>
    </Card>
  );
};

interface NewLinkProps {
  readonly member: Member;
  readonly email: string;
}

/** A new link for whoever has not chosen a password: the previous one was lost or its 48 hours are over. */
const NewLink = ({ member, email }: NewLinkProps) => {
  const { organizationId: organization_id } = useFarm();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const [link, setLink] = useState<Activation | null>(null);
  const make = useTry(async () => {
    const { first_name, last_name, role } = member;
    const body = { organization_id, first_name, last_name, email, role };
    const made = await ask(endpoints.addUserAdmin, { body });
    if (!made.ok) return made.problem.message;
    setLink(activationOf(made.value));
    return null;
  });
  return (
    <Card title="Todavía no entró">
      {link === null ? (
        <>
          <p>El enlace para elegir la contraseña vale 48 horas. Podés crear otro.</p>
          <FailedNotice message={make.failed} />
          <div>
            <Button busy={make.busy} disabled={noSignal} onClick={make.run}>
              Crear otro enlace
            </Button>
          </div>
        </>
      ) : (
        <ActivationLink {...link} name={member.first_name} title="Hay un enlace nuevo" />
      )}
    </Card>
  );
};

interface RemoveMemberProps {
  readonly member: Member;
  readonly onGone: () => void;
}

/** Removes a member; their records stay, and unsent ones still arrive (domain.md §2.12). */
const RemoveMember = ({ member, onGone }: RemoveMemberProps) => {
  const farm = useFarm();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const [asking, setAsking] = useState(false);
  const remove = useTry(async () => {
    const removed = await ask(endpoints.removeUser, {
      params: { userId: member.id },
      body: { organization_id: farm.organizationId },
    });
    setAsking(false);
    if (!removed.ok) return removed.problem.message;
    toastSuccess(`${displayName(member.first_name)} ya no está en el equipo`);
    await farm.acts.sendNow();
    onGone();
    return null;
  });
  return (
    <>
      <FailedNotice message={remove.failed} />
      <Button variant="danger" disabled={noSignal} icon={<UserMinus />} onClick={() => setAsking(true)}>
        Quitar del equipo
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={remove.busy}
        title={`¿Quitar a ${fullName(member)}?`}
        confirmLabel="Quitar"
        onConfirm={remove.run}
        onClose={() => setAsking(false)}
      >
        {member.state === 'sin_acceso'
          ? 'No se le pueden dar más tareas. Su nombre queda en las que ya tiene.'
          : 'Deja de ver el establecimiento. Sus registros quedan a su nombre, y los que todavía no envió llegan a «A revisar».'}
      </ConfirmDialog>
    </>
  );
};

/** A member's phones: whoever may remove the member may cut off a lost one (trust.md rows 34, 112). */
export const MemberDevices = ({ userId }: { readonly userId: string }) => {
  const { organizationId: org } = useFarm();
  const { session } = useSession();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const { value, failed, again } = useAnswer(endpoints.teamSessions, { org });
  const devices = value?.sessions.filter((one) => one.user_id === userId);
  const nowMs = useMinute() + session.clockOffsetMs();
  const news = new Map(
    devices?.flatMap(({ id, outbox }) =>
      outbox ? [[id, deviceSentences.waiting(outbox.waiting, agoText(outbox.heard_at, nowMs))]] : [],
    ),
  );
  const act = async (what: DeviceAct, id: string): Promise<string | null> => {
    const endpoint = what === 'end' ? endpoints.endTeamSession : endpoints.loseTeamSession;
    const done = await ask(endpoint, { params: { org, id } });
    again();
    return done.ok ? null : done.problem.message;
  };
  return (
    <Card title="Sus celulares">
      {devices && devices.length > 0 ? (
        <DeviceList
          devices={devices}
          news={news}
          disabled={noSignal}
          lostLabel={deviceSentences.lostByMember}
          onAct={act}
        />
      ) : devices ? (
        <p>Acá aparecen sus celulares con la sesión abierta, desde que abre este establecimiento.</p>
      ) : failed ? (
        <p>{failed.message}</p>
      ) : (
        <Skeleton rows={1} />
      )}
    </Card>
  );
};
