import { Mail, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '#contract/endpoints/account.ts';
import { formatPhone, fullName, isLastOwner, mayGiveRole, mayRemove, roleLabels } from '#domain';
import { NeedsSignal, useRole, useSession } from '#platform';
import { ButtonLink, Cluster, Sheet } from '#ui';
import { type Activation, ActivationLink } from './activation-link.tsx';
import { ChangeRole } from './change-role.tsx';
import { MemberDevices } from './member-devices.tsx';
import { NewLink } from './new-link.tsx';
import { RemoveMember } from './remove-member.tsx';
import { WithoutAccess } from './without-access.tsx';

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
  const [phone, email, loginName] = [member['phone'], member['email'], member['login_name']].map(text);
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
