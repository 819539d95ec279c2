import { Download } from 'lucide-react';
import { ButtonLink, Sheet, Stack } from '#ui';
import styles from './billing.module.css';

export interface SeenPaper {
  readonly url: string;
  readonly name: string;
  readonly isPicture: boolean;
}

/** An object URL, which `PaperView` revokes. */
export const seenPaper = (bytes: Uint8Array<ArrayBuffer>, type: string, name: string): SeenPaper => ({
  url: URL.createObjectURL(new Blob([bytes], { type })),
  name,
  isPicture: type.startsWith('image/'),
});

/** Shows a photo; a PDF is downloaded for the phone's own viewer. */
export const PaperView = ({ paper, onClose }: { readonly paper: SeenPaper; readonly onClose: () => void }) => {
  const { url, name, isPicture } = paper;
  const close = (): void => {
    URL.revokeObjectURL(url);
    onClose();
  };
  return (
    <Sheet open title={name} onClose={close}>
      <Stack>
        {isPicture ? <img className={styles.paper} src={url} alt={name} /> : null}
        <ButtonLink href={url} download={name} icon={<Download />}>
          Descargar
        </ButtonLink>
      </Stack>
    </Sheet>
  );
};
