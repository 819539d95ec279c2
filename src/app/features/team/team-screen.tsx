import { Check, UserPlus, X } from 'lucide-react';
import { endpoints } from '#contract/endpoints.ts';
import type { Member } from '#contract/endpoints/account.ts';
import {
  byId,
  type Capability,
  counted,
  formatPhone,
  fullName,
  isOffice,
  may,
  type Role,
  roleLabels,
  roleMay,
  roles,
  type Standing,
} from '#domain';
import {
  FailedNotice,
  NeedsSignal,
  useAnswer,
  useAsk,
  useFarm,
  useMembers,
  useNoSignal,
  useRole,
  useStanding,
  useUserId,
} from '#platform';
import { Badge, Button, Card, Notice, PageHeading, RowButton, RowList, Segmented, Sheet, Skeleton } from '#ui';
import { AddMember } from './add-member.tsx';
import { Invitations } from './invitations.tsx';
import { MemberSheet } from './member-sheet.tsx';
import { type ReactNode, useState } from 'react';
import { accountSentences } from '#contract/sentences-account.ts';
import { useTry } from '#forms';
import styles from './team.module.css';

interface TeamScreenProps {
  /** From the address: `agregar`, `roles`, or a member's id. */
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  readonly onClose: () => void;
}

/** Equipo de trabajo (domain.md §2.12): members from this phone; changes need signal. */
export const TeamScreen = ({ sheet, onOpen, onClose }: TeamScreenProps) => {
  const ownId = useUserId();
  const role = useRole();
  const noSignal = useNoSignal();
  const members = useMembers();
  const team = members?.filter((member) => member.state !== 'quitado');
  const shown = byId(team, sheet);
  const standing = useStanding();
  const { invitations, again } = useInvitations();
  const manages = roleMay(role, 'manage-hands');
  return (
    <>
      <PageHeading
        title="Equipo de trabajo"
        aside={
          manages ? (
            <Button icon={<UserPlus />} disabled={noSignal} onClick={() => onOpen('agregar')}>
              Agregar
            </Button>
          ) : null
        }
      />
      {manages ? <NeedsSignal /> : null}
      {team ? <Members team={team} ownId={ownId} onOpen={onOpen} /> : <Skeleton rows={4} />}
      {invitations.length > 0 ? <Invitations invitations={invitations} onChanged={again} /> : null}
      <Card title={`Tu rol: ${roleLabels[role]}`}>
        <p>{ownRole[role]}</p>
        <div>
          <Button onClick={() => onOpen('roles')}>Qué puede cada rol</Button>
        </div>
      </Card>
      {manages ? <Greeting /> : null}
      {shown ? <MemberSheet key={shown.id} member={shown} team={team ?? []} onClose={onClose} /> : null}
      {sheet === 'agregar' && manages ? <AddMember onClose={onClose} onChanged={again} /> : null}
      {sheet === 'roles' ? <RightsSheet own={standing} onClose={onClose} /> : null}
    </>
  );
};

const ownRole = {
  owner: 'Ves y cambiás todo, también el equipo y los roles.',
  admin: 'Manejás el campo y la oficina, y sumás usuarios al equipo.',
  user: 'Registrás lo que pasa en el campo y ves cómo está.',
} as const;

function useInvitations() {
  const farm = useFarm();
  const { value, again } = useAnswer(endpoints.organizationData, { org: farm.organizationId });
  return { invitations: value?.organization.invitations ?? [], again };
}

interface MembersProps {
  readonly team: readonly Member[];
  readonly ownId: string;
  readonly onOpen: (id: string) => void;
}

const rank = { owner: 0, admin: 1, user: 2 } as const;

const Members = ({ team, ownId, onOpen }: MembersProps) => (
  <Card flush>
    <RowList label="Integrantes">
      {team
        .toSorted((a, b) => rank[a.role] - rank[b.role] || fullName(a).localeCompare(fullName(b), 'es-AR'))
        .map((member) => (
          <li key={member.id}>
            <RowButton
              leads
              title={`${fullName(member)}${member.id === ownId ? ' (vos)' : ''}`}
              subtitle={
                member.state === 'sin_contrasena'
                  ? 'Todavía no eligió su contraseña'
                  : typeof member.phone === 'string'
                    ? formatPhone(member.phone)
                    : 'Sin celular'
              }
              right={<Mark member={member} />}
              onClick={() => onOpen(member.id)}
            />
          </li>
        ))}
    </RowList>
  </Card>
);

const Mark = ({ member }: { readonly member: Member }) =>
  member.state === 'sin_acceso' ? (
    <Badge tone="muted">Sin acceso</Badge>
  ) : (
    <Badge tone={isOffice(member.role) ? 'info' : 'muted'}>{roleLabels[member.role]}</Badge>
  );

interface Greeted {
  readonly recipients: number;
  /** Members without phone or mail; not every backend reports it. */
  readonly unreached?: number | undefined;
}

function greetedText({ recipients, unreached = 0 }: Greeted): string {
  if (unreached === 0) return `Saludo enviado a ${counted(recipients, 'integrante')}.`;
  if (recipients === 0) return `${accountSentences.notGreeted}.`;
  return `Saludo enviado a ${counted(recipients, 'integrante')}. A ${counted(unreached, 'integrante')} no: este servidor no tiene por dónde.`;
}

/** Messages every member from the product's number, so each finds it among their chats (domain.md §1.10). */
const Greeting = () => {
  const farm = useFarm();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const [greeted, setGreeted] = useState<Greeted | null>(null);
  const greet = useTry(async () => {
    setGreeted(null);
    const sent = await ask(endpoints.sendGreeting, { params: { org: farm.organizationId } });
    if (!sent.ok) return sent.problem.message;
    setGreeted(sent.value);
    return null;
  });
  return (
    <Card title="Saludar al equipo">
      <p>
        Un saludo de Tranquera para cada integrante con cuenta: por mensaje a su celular, o por correo si no tiene
        celular cargado.
      </p>
      <FailedNotice message={greet.failed} />
      {greeted === null ? null : (
        <Notice tone={greeted.unreached ? 'warn' : 'ok'} role="status">
          {greetedText(greeted)}
        </Notice>
      )}
      <div>
        <Button busy={greet.busy} disabled={noSignal} onClick={greet.run}>
          Enviar saludo
        </Button>
      </div>
    </Card>
  );
};

const options = roles.toReversed().map((role) => ({ value: role, label: roleLabels[role] }));

interface RightsSheetProps {
  readonly own: Standing;
  readonly onClose: () => void;
}

const RightsSheet = ({ own, onClose }: RightsSheetProps) => {
  const [role, setRole] = useState<Role>(own.role);
  const { allowed, denied } = rightsOf({ ...own, role });
  return (
    <Sheet open title="Qué puede cada rol" onClose={onClose}>
      <Segmented label="Rol" options={options} value={role} onChange={setRole} />
      {role === own.role ? <p>Es tu rol.</p> : null}
      <Sentences title="Puede" words={allowed} icon={<Check size={22} />} />
      {denied.length > 0 ? <Sentences title="No puede" words={denied} icon={<X size={22} aria-hidden />} /> : null}
    </Sheet>
  );
};

interface SentencesProps {
  readonly title: string;
  readonly words: readonly string[];
  readonly icon: ReactNode;
}

const Sentences = ({ title, words, icon }: SentencesProps) => (
  <section>
    <h3 className={styles.heading}>{title}</h3>
    <ul className={styles.rights}>
      {words.map((sentence) => (
        <li key={sentence}>
          {icon} {sentence}
        </li>
      ))}
    </ul>
  </section>
);

/** Matrix of domain.md §2.18, ordered by a day's work. */
const sentences: readonly (readonly [Capability, string])[] = [
  ['record', 'Registrar nacimientos, muertes, lluvias, tratamientos, pesajes y traslados'],
  ['record-unreviewed', 'Registrar compras, ventas, egresos y recategorizaciones sin que nadie las revise'],
  ['change-any-record', 'Corregir y eliminar los registros de todos'],
  ['change-own-records', 'Corregir y eliminar los registros propios hasta 48 horas después'],
  ['review', 'Resolver lo que queda «A revisar» y aprobar recuentos'],
  ['see-money', 'Ver precios, compras y facturas'],
  ['edit-places', 'Crear, cambiar y eliminar lotes, rodeos y categorías'],
  ['edit-cycles', 'Crear y cerrar ciclos reproductivos'],
  ['edit-stock-items', 'Crear y cambiar insumos'],
  ['take-in-stock', 'Anotar el ingreso de insumos'],
  ['write-notes', 'Escribir notas'],
  ['create-tasks', 'Crear tareas y cumplir las propias'],
  ['manage-all-tasks', 'Repartir y cambiar todas las tareas'],
  ['manage-hands', 'Sumar y quitar usuarios del equipo'],
  ['manage-team', 'Sumar y quitar administradores y dueños, y cambiar roles'],
  ['edit-organization', 'Cambiar los datos del establecimiento'],
  ['delete-organization', 'Eliminar el establecimiento'],
];

export const rightsOf = (
  standing: Standing,
): { readonly allowed: readonly string[]; readonly denied: readonly string[] } => {
  // Implied by `change-any-record`.
  const applicable = sentences.filter(
    ([capability]) => capability !== 'change-own-records' || !may(standing, 'change-any-record'),
  );
  const words = (isAllowed: boolean) =>
    applicable.filter(([capability]) => may(standing, capability) === isAllowed).map(([, sentence]) => sentence);
  return { allowed: words(true), denied: words(false) };
};
