import { formatNumber, invoice as invoiceThing, type Result, success } from '#domain';
import { FileDown, QrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import type { HandedOver } from '#sync/handover/handover.ts';
import { share, useFarm, useLive } from '#platform';
import { framesOf, pack } from './codes.ts';
import { useTry } from '#forms';
import { Button, CheckField, EmptyState, Notice, Skeleton, Stack } from '#ui';
import { CodeImage } from '#platform/qr/code-image.tsx';
import styles from '#platform/qr/qr.module.css';

/** Older browsers lack it: file only. */
const canPack = (): boolean => typeof CompressionStream === 'function';

/** Hands unsent records over as a file or QR codes; they stay here until the server has them. */
export const GiveRecords = () => {
  const farm = useFarm();
  const [given, setGiven] = useState<Result<HandedOver | null, string>>();
  const [packed, setPacked] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void farm.acts.exportPending(false).then((made) => {
      if (!isOver) setGiven(made);
    });
    return () => {
      isOver = true;
    };
  }, [farm]);
  if (given === undefined) return <Skeleton rows={3} />;
  if (!given.ok) return <Notice tone="warn">{given.problem}</Notice>;
  if (given.value === null) {
    return (
      <Stack>
        <InvoicesStay />
        <EmptyState>No hay registros tuyos para entregar.</EmptyState>
      </Stack>
    );
  }
  const { text, files, isSealed } = given.value;
  if (packed !== null) {
    return (
      <Stack>
        <p>En el otro celular: Pendientes, «Recibir registros», «Leer códigos». Apuntá la cámara a esta pantalla.</p>
        <CodeSeries text={packed} label="Código con tus registros" />
      </Stack>
    );
  }
  const hasFiles = files.photos + files.voices > 0;
  return (
    <Stack>
      <p>
        Otro celular del campo, o la computadora, puede enviarlos por vos: van con tu nombre y se cuentan una sola vez,
        aunque después se envíen también desde acá.
      </p>
      {isSealed ? null : (
        <Notice tone="warn">
          Van sin firma: este celular no tiene una clave que el servidor conozca. Llegan a la oficina, que tiene que
          aceptarlos. Si los enviás desde este celular cuando tenga señal, no hace falta.
        </Notice>
      )}
      <InvoicesStay />
      <AsFile text={text} files={files} />
      {canPack() ? (
        <Button wide icon={<QrCode />} onClick={() => void pack(text).then(setPacked)}>
          Mostrar códigos QR
        </Button>
      ) : null}
      {hasFiles && canPack() ? (
        <Notice>
          Por códigos QR van solo los registros: las fotos y los audios van en un archivo, o desde este celular cuando
          tenga señal.
        </Notice>
      ) : null}
    </Stack>
  );
};

/** Invoices stay out: whoever holds the file could read the farm's money (decision 0035). */
const InvoicesStay = () => {
  const pending = useLive((views) => views.pending());
  const invoices = new Set(
    pending
      ?.filter(({ subject, author }) => subject === invoiceThing.name && author === null)
      .map(({ entityId }) => entityId),
  );
  return invoices.size === 0 ? null : (
    <Notice>
      {invoices.size === 1 ? 'Tu factura no va' : `Tus ${formatNumber(invoices.size)} facturas no van`} con los
      registros, ni lo que cargaste al stock desde {invoices.size === 1 ? 'ella' : 'ellas'}. Todo eso se envía desde
      este celular cuando tenga señal.
    </Notice>
  );
};

const fileName = 'registros.tranquera.json';
const sizeOf = (bytes: number): string => `${formatNumber(Math.max(bytes / 1_048_576, 0.1), 1)} MB`;

/** With attachments if there are any; the size is shown before the file is made. */
const AsFile = ({ text, files }: Pick<HandedOver, 'text' | 'files'>) => {
  const farm = useFarm();
  const [withFiles, setWithFiles] = useState(true);
  const { photos, voices, bytes, left } = files;
  const hasFiles = photos + voices > 0;
  const make = useTry(async () => {
    const whole = hasFiles && withFiles ? await farm.acts.exportPending(true) : success({ text });
    if (!whole.ok) return whole.problem;
    void share(fileName, whole.value?.text ?? text);
    return null;
  });
  return (
    <>
      {hasFiles ? (
        <CheckField
          label={`Con ${attachmentSentences.some(photos, voices)}`}
          hint={`El archivo pesa ${sizeOf(text.length + (withFiles ? bytes : 0))}`}
          checked={withFiles}
          onChange={setWithFiles}
        />
      ) : null}
      {make.failed ? <Notice tone="warn">{make.failed}</Notice> : null}
      {left > 0 && withFiles ? (
        <Notice>
          {left === 1 ? 'Una foto o audio más no entra' : `${left} fotos o audios más no entran`} en un archivo: se
          envían desde este celular cuando tenga señal.
        </Notice>
      ) : null}
      <Button variant="primary" wide busy={make.busy} icon={<FileDown />} onClick={make.run}>
        Compartir un archivo
      </Button>
    </>
  );
};

const each = 450;

/** Cycles through a text's codes until the other phone has all. */
const CodeSeries = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const frames = framesOf(text);
  const [turn, setTurn] = useState(0);
  const { length } = frames;
  useEffect(() => {
    if (length < 2) return undefined;
    const timer = setInterval(() => setTurn((now) => (now + 1) % length), each);
    return () => clearInterval(timer);
  }, [length]);
  return (
    <figure className={styles.series}>
      <CodeImage text={frames[turn % length] ?? ''} label={label} />
      <figcaption>
        Código {(turn % length) + 1} de {length}
      </figcaption>
    </figure>
  );
};
