import { useEffect, useRef, useState } from 'react';
import { failureIn, FormHead, type FormOf, PageForm, type PartOf, useDraft, useDraftOnce, useForm } from '#forms';
import { toastSaved, useAssets, useFarm, useLive, useMay, useToday } from '#platform';
import { Button, Card, Cluster, Notice, PageHeading, Sheet, Skeleton, Stack } from '#ui';
import { arcaChanges, blankDraft, blankLine, type InvoiceDraft, invoiceOf, type OwnParty } from './invoice-draft.ts';
import { NoMoney } from './invoice-parts.tsx';
import { filledIn, knownParties, namedByCuit, useOwnParty } from './suppliers.ts';
import { type ArcaInvoice, type Invoice, readArcaQr, type StoredInvoice } from '#domain';
import { ConfirmInvoice } from './confirm-invoice.tsx';
import { HeadFields, RestFields, WeightFields } from './invoice-fields.tsx';
import { LineFields, OtherAmounts, Sums } from './invoice-lines.tsx';
import { saveInvoice } from './use-invoice.ts';
import { isProposed, stockPlanOf } from './stock-plan.ts';
import { QrCode } from 'lucide-react';
import { CodeCamera } from '#platform/qr/code-camera.tsx';
import { readCodes } from '#platform/qr/reading.ts';
import { FilesField, isPdf } from './files-field.tsx';
import { ForwardedPapers } from './forwarded-papers.tsx';
import { atFields, fieldOf, sumsReady, unreadIn } from './unread.ts';
import styles from './billing.module.css';

interface NewInvoiceScreenProps {
  /** From a photo or a PDF; else typed by hand. */
  readonly fromPaper: boolean;
  readonly share?: string | null;
  readonly onDone: (id: string, toStock: boolean) => void;
}

/** The two ways to a new invoice (product.md §2, create-invoice and upload-invoice). */
export const NewInvoiceScreen = ({ fromPaper, share = null, onDone }: NewInvoiceScreenProps) => {
  const seesMoney = useMay('see-money');
  const title = fromPaper ? 'Subir factura' : 'Nueva factura';
  const draftKey = fromPaper ? 'factura-subida' : 'factura-nueva';
  const draft = useDraftOnce(draftKey);
  const own = useOwnParty();
  const [start] = useState(() => ({
    ...blankDraft,
    cid: crypto.randomUUID(),
    lines: fromPaper ? [] : [blankLine],
  }));
  if (!seesMoney) return <NoMoney title={title} />;
  return (
    <>
      <PageHeading title={title} />
      {draft === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <NewInvoiceForm {...{ draftKey, start, draft, own, fromPaper, share, onDone }} />
      )}
    </>
  );
};

interface NewInvoiceFormProps {
  readonly draftKey: string;
  readonly start: InvoiceDraft;
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly own: OwnParty;
  /** The paper comes first and fills in the form; by hand it is optional and comes last. */
  readonly fromPaper: boolean;
  readonly share: string | null;
  /** `toStock`: its goods are booked next. */
  readonly onDone: (id: string, toStock: boolean) => void;
}

interface Wanted {
  readonly state: 'borrador' | 'pendiente';
  readonly toStock: boolean;
}

/** A photo without a QR is source 'foto'. */
const sourced = (draft: InvoiceDraft): InvoiceDraft =>
  draft.source === 'manual' && draft.files.length > 0 ? { ...draft, source: 'foto' } : draft;

function useStockChoice(values: InvoiceDraft, ready: StoredInvoice) {
  const items = (useAssets() ?? []).map((view) => view.row);
  const plan = stockPlanOf(ready);
  const proposed = plan !== null && isProposed(plan, ready, items);
  return { plan, toStock: plan !== null && (values.to_stock ? values.to_stock === 'si' : proposed) };
}

/** A new invoice: saved with its files on this device and sent in the background (domain.md §2.8). */
const NewInvoiceForm = ({ draftKey, start, draft, own, fromPaper, share, onDone }: NewInvoiceFormProps) => {
  const farm = useFarm();
  const today = useToday();
  const others = useLive((views) => views.invoices()) ?? [];
  const [isConfirming, setConfirming] = useState(false);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (values: InvoiceDraft, { state, toStock }: Wanted) => {
      const saved = await saveInvoice(farm, values, invoiceOf(sourced(values), own), state, draftKey);
      setConfirming(false);
      if (!saved.ok) return atFields(values, failureIn(saved));
      toastSaved(farm);
      onDone(saved.value.entityId, state === 'pendiente' && toStock);
      return null;
    },
  });
  const typed = invoiceOf(form.values, own);
  const { ready } = sumsReady(typed);
  const choice = useStockChoice(form.values, ready);
  const submitAs = (state: 'borrador' | 'pendiente') => (): void =>
    void form.submit({ state, toStock: choice.toStock });
  const edit = (path: string | null): void => {
    setConfirming(false);
    // Closing the sheet restores the focus first.
    if (path !== null) requestAnimationFrame(() => document.getElementById(form.fieldId(fieldOf(path)))?.focus());
  };
  return (
    <PageForm onSubmit={() => setConfirming(true)}>
      <Fields {...{ form, today, others, own, fromPaper, share, draftKey }} />
      {isConfirming ? (
        <ConfirmInvoice
          {...{ own, others, today, ...choice }}
          invoice={ready}
          unread={unreadIn(form.values, typed)}
          busy={form.busy}
          onToStock={(goes) => form.change({ to_stock: goes ? 'si' : 'no' })}
          onConfirm={submitAs('pendiente')}
          onDraft={submitAs('borrador')}
          onEdit={edit}
        />
      ) : null}
    </PageForm>
  );
};

interface FieldsProps extends Pick<NewInvoiceFormProps, 'own' | 'fromPaper' | 'share' | 'draftKey'> {
  readonly form: FormOf<InvoiceDraft, Wanted>;
  readonly today: string;
  readonly others: readonly Invoice[];
}

const Fields = ({ form, today, others, own, fromPaper, share, draftKey }: FieldsProps) => {
  const part = { form, today, others };
  const paper = <PaperCard form={form} own={own} draftKey={draftKey} share={share} takesShared={fromPaper} />;
  return (
    <Stack>
      <FormHead form={form} />
      {fromPaper ? paper : null}
      <Card title="Datos">
        <div className={styles.fields}>
          <HeadFields {...part} />
        </div>
      </Card>
      <Card title="Ítems">
        <div id={form.fieldId('lines')} tabIndex={-1}>
          <LineFields {...part} />
        </div>
        <WeightFields {...part} />
        <OtherAmounts {...part} />
        <Sums invoice={invoiceOf(form.values, own)} />
      </Card>
      <Card title="Más datos">
        <RestFields {...part} />
      </Card>
      {fromPaper ? null : paper}
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Revisar y guardar
      </Button>
    </Stack>
  );
};

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
const PaperCard = ({ form, own, draftKey, share, takesShared }: PaperCardProps) => {
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
