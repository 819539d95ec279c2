import { QrCode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ArcaInvoice, readArcaQr } from '#domain';
import { useFarm } from '#platform';
import { CodeCamera } from '#platform/qr/code-camera.tsx';
import { readCodes } from '#platform/qr/reading.ts';
import type { PartOf } from '#forms';
import { Button, Card, Cluster, Notice, Sheet, Stack } from '#ui';
import { arcaChanges, type InvoiceDraft, type OwnParty } from './invoice-draft.ts';
import { FilesField, isPdf } from './files-field.tsx';
import { filledIn, knownParties, namedByCuit } from './suppliers.ts';
import { ForwardedPapers } from './forwarded-papers.tsx';

interface PaperCardProps {
  readonly form: PartOf<InvoiceDraft>;
  readonly own: OwnParty;
  readonly draftKey: string;
  /** What was shared just now; null when opened by hand. */
  readonly share: string | null;
  /** Shared files go where the paper comes first. */
  readonly takesShared: boolean;
}

type Reading = 'none' | 'reading' | 'read' | 'no-qr' | 'pdf';

const readingWords: Readonly<Record<Exclude<Reading, 'none'>, string>> = {
  reading: 'Buscando el QR…',
  read: 'Leímos el QR de ARCA: revisá los datos y completá lo que falte.',
  'no-qr': 'No encontramos el QR de ARCA en la foto. Cargá los datos a mano: la foto queda guardada igual.',
  pdf: 'El QR de un PDF no se puede leer de adentro. Leelo con la cámara o cargá los datos a mano: el PDF queda guardado.',
};

/** The paper: its QR is read on this device; the photo stays either way (domain.md §2.8). */
export const PaperCard = ({ form, own, draftKey, share, takesShared }: PaperCardProps) => {
  const farm = useFarm();
  const { values, change } = form;
  const [reading, setReading] = useState<Reading>('none');
  const [isLooking, setLooking] = useState(false);
  const wasRead = useRef(false);
  // Reading takes a second or two: what was typed or loaded meanwhile counts.
  const present = useRef({ values, own });
  useEffect(() => {
    present.current = { values, own };
  });
  const take = async (qr: ArcaInvoice): Promise<void> => {
    wasRead.current = true;
    // The code has a CUIT and no name: known parties have it.
    const others = await farm.views.invoices();
    const { values, own } = present.current;
    const read = arcaChanges(qr, own);
    const { name, cuit, vat_condition } = { ...values, ...read };
    const known = name.trim() ? null : namedByCuit(others, { cuit, direction: read.direction ?? values.direction });
    change({
      ...read,
      ...(known !== null && filledIn(knownParties(others, read.direction ?? ''), known, { cuit, vat_condition })),
    });
    setReading('read');
  };
  const readPaper = async (file: File): Promise<void> => {
    if (!wasRead.current) setReading(isPdf(file) ? 'pdf' : 'reading');
    if (isPdf(file)) return;
    const qr = (await readCodes(file)).map(readArcaQr).find((one) => one !== null);
    // A second page without a code undoes nothing.
    if (qr) await take(qr);
    else if (!wasRead.current) setReading('no-qr');
  };
  return (
    <Card title="Comprobante">
      {takesShared ? <ForwardedPapers form={form} draftKey={draftKey} share={share} onPaper={readPaper} /> : null}
      <FilesField
        invoiceId={values.cid}
        files={values.files}
        onChange={(files) => change({ files })}
        onPaper={readPaper}
      />
      <Cluster>
        <Button icon={<QrCode />} onClick={() => setLooking(true)}>
          Leer QR en vivo
        </Button>
      </Cluster>
      {reading === 'none' ? null : (
        <Notice role="status" tone={reading === 'read' ? 'ok' : 'info'}>
          {readingWords[reading]}
        </Notice>
      )}
      {isLooking ? (
        <LookForCode
          onFound={(qr) => {
            void take(qr);
            setLooking(false);
          }}
          onClose={() => setLooking(false)}
        />
      ) : null}
    </Card>
  );
};

interface LookForCodeProps {
  readonly onFound: (qr: ArcaInvoice) => void;
  readonly onClose: () => void;
}

/** The camera; other codes on the paper (a shop's, 'Data Fiscal') are ignored. */
const LookForCode = ({ onFound, onClose }: LookForCodeProps) => {
  const [isOther, setOther] = useState(false);
  return (
    <Sheet open title="Leer el QR" onClose={onClose}>
      <Stack>
        <CodeCamera
          label="Cámara: apuntá al QR de la factura"
          onCode={(text) => {
            const qr = readArcaQr(text);
            if (qr) onFound(qr);
            else setOther(true);
          }}
        />
        <p role="status">
          {isOther
            ? 'Ese QR no es el de la factura. Buscá el de ARCA, al pie.'
            : 'Apuntá al QR que está al pie de la factura.'}
        </p>
      </Stack>
    </Sheet>
  );
};
