import { displayName, formatDay } from '#domain';
import { useSession } from '#platform';
import { Notice } from '#ui';
import { PersonalLink } from './activation-link.tsx';

/** An invitation just made: its link is shown once. */
export interface InvitationMade {
  readonly name: string;
  /** Null if unknown. */
  readonly phone: string | null;
  readonly url: string;
  readonly expiresAt: string;
}

/** Link of an invitation by name, with a message ready to send. */
export const InvitationLink = ({ name, phone, url, expiresAt }: InvitationMade) => {
  const { state } = useSession();
  const farm = state.open?.organization.name ?? '';
  const who = displayName(name);
  const from = state.user ? ` Soy ${displayName(state.user.first_name)}.` : '';
  const words = `Hola, ${who}.${from} Te invito a ${farm} en Tranquera. Abrí este enlace, que es solo tuyo`;
  return (
    <PersonalLink url={url} phone={phone} label={`Código con el enlace de ${who}`} words={words}>
      <Notice tone="ok" role="status" title={`La invitación de ${who} está lista`}>
        Pasale este enlace solo a {who}: elige su contraseña y entra. Sirve una vez, hasta el {formatDay(expiresAt)}.
      </Notice>
    </PersonalLink>
  );
};
