import { type FormEvent, useId, useRef, useState } from 'react';
import { readArcaQr } from '../../../domain/office/arca-qr.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import { FormHead } from '../../frame/form-head.tsx';
import { type KeptForm, useKeptForm } from '../../frame/kept-form.ts';
import { NeedsSignal, useNoSignal } from '../../frame/needs-signal.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/stack.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { ConfirmInvoice } from './confirm-invoice.tsx';
import { FilesField } from './files-field.tsx';
import { arcaChanges, type InvoiceDraft, invoiceOf, type OwnParty, sumsReady } from './invoice-draft.ts';
import { PaperFields, PaperFootFields, PartyFields, RestFields } from './invoice-fields.tsx';
import { LineFields, OtherAmounts, Sums } from './invoice-lines.tsx';
import { qrTextsIn } from './read-qr.ts';
import { sendInvoice } from './send-invoice.ts';

interface NewInvoiceFormProps {
  readonly draftKey: string;
  readonly start: InvoiceDraft;
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly own: OwnParty;
  /** The paper comes first and fills in the form; typed by hand it is optional and stands below. */
  readonly fromPaper: boolean;
  readonly onDone: (id: string) => void;
}

interface PaperCardProps {
  readonly form: Pick<KeptForm<InvoiceDraft>, 'values' | 'change'>;
  readonly own: OwnParty;
}

type Reading = 'none' | 'reading' | 'read' | 'no-qr';

const readingWords: Readonly<Record<Exclude<Reading, 'none'>, string>> = {
  reading: 'Buscando el QR…',
  read: 'Leímos el QR de ARCA: revisá los datos y completá lo que falte.',
  'no-qr': 'No encontramos el QR de ARCA en la foto. Cargá los datos a mano: la foto queda guardada igual.',
};

/** A paper without a readable QR is a photo all the same. */
const sourced = (draft: InvoiceDraft): InvoiceDraft =>
  draft.source === 'manual' && draft.files.length > 0 ? { ...draft, source: 'foto' } : draft;

/** The paper: its QR is read on this device, and whatever it says or not, the photo stays (domain.md §2.8). */
const PaperCard = ({ form, own }: PaperCardProps) => {
  const { values, change } = form;
  const [reading, setReading] = useState<Reading>('none');
  const readPaper = async (file: File): Promise<void> => {
    setReading('reading');
    const texts = await qrTextsIn(file);
    const qr = texts.map(readArcaQr).find((one) => one !== null);
    if (qr) change(arcaChanges(qr, own));
    setReading(qr ? 'read' : 'no-qr');
  };
  return (
    <Card title="Comprobante">
      <FilesField
        files={values.files}
        onChange={(files) => change({ files })}
        onPaper={(file) => void readPaper(file)}
      />
      {reading === 'none' ? null : (
        <Notice role="status" tone={reading === 'read' ? 'ok' : 'info'}>
          {readingWords[reading]}
        </Notice>
      )}
    </Card>
  );
};

/** A new invoice: what is typed and photographed stays on this device until the server has it (domain.md §2.8). */
export const NewInvoiceForm = ({ draftKey, start, kept, own, fromPaper, onDone }: NewInvoiceFormProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const today = useToday();
  const hasNoSignal = useNoSignal();
  const others = useLive((views) => views.invoices()) ?? [];
  const base = useId();
  const fieldId = (path: string): string => `${base}${path}`;
  const [isConfirming, setConfirming] = useState(false);
  const wanted = useRef<'borrador' | 'pendiente'>('pendiente');
  const form = useKeptForm<InvoiceDraft>({
    draftKey,
    start,
    kept,
    save: async (values) => {
      const sent = await sendInvoice(session, farm, values, invoiceOf(sourced(values), own), wanted.current);
      setConfirming(false);
      if (!sent.ok) return sent.problem;
      await farm.saveDraft(draftKey, null);
      // The row itself comes with the next pull: nothing is written here that the server did not send.
      void farm.acts.sendNow();
      toastSuccess(sent.value.message ?? 'Factura guardada');
      onDone(sent.value.id);
      return null;
    },
  });
  const part = { form, fieldId, today };
  const submitAs = (state: 'borrador' | 'pendiente') => (): void => {
    wanted.current = state;
    void form.submit();
  };
  const paper = <PaperCard form={form} own={own} />;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setConfirming(true);
      }}
    >
      <Stack>
        <NeedsSignal />
        <FormHead form={form} fieldId={fieldId} />
        {fromPaper ? paper : null}
        <Card title="Datos">
          <PaperFields {...part} />
          <PartyFields {...part} />
          <PaperFootFields {...part} />
        </Card>
        <Card title="Ítems">
          <LineFields {...part} />
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
        {hasNoSignal ? (
          <p>Necesitás señal para guardarla. Lo que cargaste y las fotos quedan en este celular.</p>
        ) : null}
      </Stack>
      {isConfirming ? (
        <ConfirmInvoice
          invoice={sumsReady(invoiceOf(form.values, own))}
          own={own}
          others={others}
          today={today}
          busy={form.busy}
          cannotSend={hasNoSignal}
          onConfirm={submitAs('pendiente')}
          onDraft={submitAs('borrador')}
          onEdit={() => setConfirming(false)}
        />
      ) : null}
    </form>
  );
};
