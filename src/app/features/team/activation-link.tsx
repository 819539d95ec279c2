import { Copy, MessageCircle, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { accountSentences } from '#contract/sentences-account.ts';
import { CodeImage } from '#platform/qr/code-image.tsx';
import { displayName, formatDay } from '#domain';
import { useSession } from '#platform';
import { Button, ButtonLink, Cluster, Notice, Stack } from '#ui';
import styles from './team.module.css';

export interface Activation {
  readonly url: string;
  readonly isMailed: boolean;
}

/** A backend that does not report `mail_sent` sends mail. */
export const activationOf = (answer: {
  readonly activation_url: string;
  readonly mail_sent?: boolean | undefined;
}): Activation => ({ url: answer.activation_url, isMailed: answer.mail_sent !== false });

interface ActivationLinkProps extends Activation {
  readonly name: string;
  readonly title: string;
}

export const ActivationLink = ({ name, url, isMailed, title }: ActivationLinkProps) => (
  <PersonalLink url={url} label="Código con el enlace de activación" words="Activá tu cuenta de Tranquera">
    <Notice tone="ok" title={title}>
      Pasale este enlace solo a {displayName(name)}: con él elige su contraseña.{' '}
      {isMailed ? 'También se lo enviamos por correo' : accountSentences.noMailLink}. Vale 48 horas y sirve una sola
      vez.
    </Notice>
  </PersonalLink>
);

interface PersonalLinkProps {
  readonly url: string;
  /** Alternative text of the QR code. */
  readonly label: string;
  readonly words: string;
  /** Recipient of the message; without it the sender picks one. */
  readonly phone?: string | null;
  readonly children: ReactNode;
}

export const PersonalLink = ({ url, label, words, phone = null, children }: PersonalLinkProps) => {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Enlace copiado.');
    } catch (error) {
      // Clipboard access denied: the text can be selected by hand.
      if (!(error instanceof DOMException)) throw error;
      setSaid('No se pudo copiar: mantené apretado el enlace y elegí Copiar.');
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text: `${words}: ${url}` });
    } catch (error) {
      // Cancelled by the person.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  const message = new URLSearchParams({ text: `${words}: ${url}` }).toString().replaceAll('+', '%20');
  return (
    <Stack>
      {children}
      <ButtonLink
        variant="primary"
        wide
        href={`https://wa.me/${phone?.replace('+', '') ?? ''}?${message}`}
        target="_blank"
        rel="noreferrer noopener"
        icon={<MessageCircle />}
      >
        Mandar por WhatsApp
      </ButtonLink>
      <figure className={styles.code}>
        <CodeImage text={url} label={label} />
        <figcaption>¿Está con vos? Que lo lea con la cámara de su celular.</figcaption>
      </figure>
      <Cluster>
        {'share' in navigator ? (
          <Button icon={<Share2 />} onClick={share}>
            Compartir enlace
          </Button>
        ) : null}
        <Button icon={<Copy />} onClick={copy}>
          Copiar enlace
        </Button>
        <p role="status">{said}</p>
      </Cluster>
      <p className={styles.link} translate="no">
        {url}
      </p>
    </Stack>
  );
};

export interface InvitationMade {
  readonly name: string;
  /** Null if unknown. */
  readonly phone: string | null;
  readonly url: string;
  readonly expiresAt: string;
}

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
