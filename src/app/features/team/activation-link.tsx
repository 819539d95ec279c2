import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { displayName } from '../../../domain/people/names.ts';
import { CodeImage } from '../../frame/qr/code-image.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import styles from './team.module.css';

interface ActivationLinkProps {
  readonly name: string;
  readonly url: string;
  /** What has just happened. */
  readonly title: string;
}

/** The link by which somebody chooses his password: shown this once, to be handed to him alone. */
export const ActivationLink = ({ name, url, title }: ActivationLinkProps) => {
  const [said, setSaid] = useState<string | null>(null);
  const shown = displayName(name);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Enlace copiado.');
    } catch (error) {
      // Some browsers keep the clipboard to themselves: the text can be marked by hand.
      if (!(error instanceof DOMException)) throw error;
      setSaid('No se pudo copiar: mantené apretado el enlace y elegí Copiar.');
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ text: `Activá tu cuenta de Tranquera: ${url}` });
    } catch (error) {
      // Given up by the person.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  return (
    <Stack>
      <Notice tone="ok" title={title}>
        Pasale este enlace solo a {shown}: con él elige su contraseña. También se lo enviamos por correo. Vale 48 horas
        y sirve una sola vez.
      </Notice>
      <p className={styles.link} translate="no">
        {url}
      </p>
      <figure className={styles.code}>
        <CodeImage text={url} label="Código con el enlace de activación" />
        <figcaption>¿Está con vos? Que lo lea con la cámara de su celular.</figcaption>
      </figure>
      <Cluster>
        {'share' in navigator ? (
          <Button variant="primary" icon={<Share2 size={24} aria-hidden />} onClick={() => void share()}>
            Compartir enlace
          </Button>
        ) : null}
        <Button icon={<Copy size={24} aria-hidden />} onClick={() => void copy()}>
          Copiar enlace
        </Button>
      </Cluster>
      <p role="status">{said}</p>
    </Stack>
  );
};
