import { FileDown, QrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFarm } from '../../frame/farm-context.tsx';
import { CodeSeries } from '../../frame/qr/code-series.tsx';
import { pack } from '../../frame/qr/packing.ts';
import { share } from '../../frame/share.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';

/** Older browsers cannot pack: then a file is the only road. */
const canPack = (): boolean => typeof CompressionStream === 'function';

/** What waits leaves this phone, as a file or as codes for another phone's camera; here it stays until it is on the server. */
export const GiveRecords = () => {
  const farm = useFarm();
  const [text, setText] = useState<string | null>();
  const [packed, setPacked] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void farm.acts.exportPending().then((whole) => {
      if (!isOver) setText(whole);
    });
    return () => {
      isOver = true;
    };
  }, [farm]);
  if (text === undefined) return <Skeleton rows={3} />;
  if (text === null) return <EmptyState>No hay registros tuyos por enviar.</EmptyState>;
  if (packed !== null) {
    return (
      <Stack>
        <p>En el otro celular: Pendientes, «Recibir registros», «Leer códigos». Apuntá la cámara a esta pantalla.</p>
        <CodeSeries text={packed} label="Código con tus registros" />
      </Stack>
    );
  }
  return (
    <Stack>
      <p>
        Otro celular del campo, o la computadora, puede enviarlos por vos: van con tu nombre y se cuentan una sola vez,
        aunque después se envíen también desde acá.
      </p>
      <Button
        variant="primary"
        wide
        icon={<FileDown size={24} aria-hidden />}
        onClick={() => void share('registros.tranquera.json', text)}
      >
        Compartir un archivo
      </Button>
      {canPack() ? (
        <Button wide icon={<QrCode size={24} aria-hidden />} onClick={() => void pack(text).then(setPacked)}>
          Mostrar códigos QR
        </Button>
      ) : null}
      <Notice>Las fotos y los audios no van con los registros: se envían desde este celular cuando tenga señal.</Notice>
    </Stack>
  );
};
