import { byId, directions, formatCuit, formatDay, formatInstant, isDebt, type Invoice, storedOf, sumOf } from '#domain';
import { NeedsSignal, type SheetStep, useMay, useMembers, useToday } from '#platform';
import { Badge, Button, Card, Cluster, Notice, PageHeading, Skeleton } from '#ui';
import { NothingHere } from '#farm/nothing-here.tsx';
import { AnnulInvoice, Payments, RemoveInvoice } from './payments.tsx';
import { Attachments } from './attachments.tsx';
import { Checks } from './confirm-invoice.tsx';
import { Items, Movements, NoMoney } from './invoice-parts.tsx';
import { headsBooked, planWords, type StockPlan, stockPlanOf, useLinked } from './stock-plan.ts';
import { type Changing, type OpenInvoice, useInvoice } from './use-invoice.ts';
import styles from './billing.module.css';
import { openCents, otherPartyOf, settlingWords, stateBadge, titleOf } from './invoice-facts.ts';
import { Banknote, PackagePlus, Pencil } from 'lucide-react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import type { MovementView, ThingView } from '#sync/farm.ts';
import { InvoiceSheets } from './edit-invoice-sheet.tsx';

/** `sheet`: `pago`, `editar` or `stock`. */
interface InvoiceScreenProps extends SheetStep {
  readonly id: string;
  readonly onGone: () => void;
}

/** One invoice: the paper, its sums, its payments (domain.md §2.8). */
export const InvoiceScreen = (props: InvoiceScreenProps) => {
  return useMay('see-money') ? <Opened {...props} /> : <NoMoney title="Factura" />;
};

const Opened = (props: InvoiceScreenProps) => {
  const open = useInvoice(props.id);
  if (open === undefined) return <Skeleton rows={6} />;
  if (open === null) {
    return (
      <NothingHere title="Factura no encontrada" to="/billing">
        Puede que la hayan eliminado, o que todavía no haya llegado a este celular.
      </NothingHere>
    );
  }
  return <Paper {...props} open={open} />;
};

type PaperProps = InvoiceScreenProps & { readonly open: OpenInvoice };

const Paper = ({ open, sheet, onSheet, onSheetEnd, onGone }: PaperProps) => {
  const { invoice, waiting } = open;
  const { state } = invoice;
  const isOpen = state !== 'anulada';
  const linked = useLinked(invoice);
  const booked = headsBooked(linked ?? []);
  // Booking is offered only once it is known what is booked.
  const plan = linked ? openPlanOf(invoice, linked, booked) : null;
  return (
    <>
      <InvoiceHeading invoice={invoice} />
      {waiting ? <WaitsHere view={waiting} /> : <NeedsSignal />}
      {isOpen ? (
        <>
          <Checks {...open} />
          <InvoiceActs {...open} plan={plan} onSheet={onSheet} />
        </>
      ) : null}
      <Items invoice={invoice} />
      <Attachments invoice={invoice} />
      <Payments {...open} />
      <Movements views={linked ?? []} />
      <InvoiceStory invoice={invoice} />
      {isOpen ? (
        <Cluster>
          {waiting || state === 'borrador' ? <RemoveInvoice {...open} onGone={onGone} /> : <AnnulInvoice {...open} />}
        </Cluster>
      ) : null}
      <InvoiceSheets {...open} {...{ sheet, booked, plan }} onClose={onSheetEnd} />
    </>
  );
};

const InvoiceHeading = ({ invoice }: { readonly invoice: Invoice }) => {
  const badge = stateBadge(invoice, useToday());
  const other = otherPartyOf(invoice);
  const { issued_on, due_on } = invoice;
  return (
    <PageHeading title={titleOf(invoice)} aside={<Badge tone={badge.tone}>{badge.word}</Badge>}>
      {invoice.state === 'borrador' ? <p className={styles.noForce}>SIN VALIDEZ FISCAL</p> : null}
      <div>
        <p>
          {directions[invoice.direction as keyof typeof directions]} · {other.name}
          {other.cuit ? ' · ' : null}
          {other.cuit ? <span className={styles.together}>{formatCuit(other.cuit)}</span> : null}
        </p>
        <p>
          {issued_on ? `Emitida el ${formatDay(issued_on)}` : 'Sin fecha de emisión'}
          {due_on && isDebt(invoice) ? ` · vence el ${formatDay(due_on)}` : ''}
        </p>
      </div>
    </PageHeading>
  );
};

interface InvoiceActsProps extends Changing, Pick<InvoiceScreenProps, 'onSheet'> {
  readonly plan: StockPlan | null;
}

const InvoiceActs = ({ invoice, plan, cannotChange, onSheet }: InvoiceActsProps) => {
  const { article, one } = settlingWords(invoice);
  return (
    <>
      <Cluster>
        {openCents(invoice) > 0n ? (
          <Button variant="primary" icon={<Banknote />} disabled={cannotChange} onClick={() => onSheet('pago')}>
            {`Registrar ${one}`}
          </Button>
        ) : null}
        {plan && invoice.state !== 'borrador' ? (
          <Button icon={<PackagePlus />} onClick={() => onSheet('stock')}>
            {planWords(plan, invoice.direction)}
          </Button>
        ) : null}
        {invoice.state === 'pagada' ? null : (
          <Button icon={<Pencil />} onClick={() => onSheet('editar')}>
            Editar
          </Button>
        )}
      </Cluster>
      {invoice.state === 'pagada' ? (
        <p>
          Está saldada: para corregirla, quitá antes {article} {one}.
        </p>
      ) : null}
    </>
  );
};

/** What is still to be booked: animals in no record, supplies that no record names. */
function openPlanOf(
  invoice: Invoice,
  records: readonly (MovementView | null)[],
  booked: ReadonlyMap<string, number>,
): StockPlan | null {
  const stored = storedOf(invoice);
  const plan = stockPlanOf(stored);
  if (plan === 'insumos') return records.some((view) => !view?.movement.deleted) ? null : plan;
  const onPaper = sumOf(stored.lines, (line) => line.heads ?? 0);
  const inBooks = sumOf([...booked.values()], (heads) => heads);
  return plan && inBooks < Math.max(1, onPaper) ? plan : null;
}

const WaitsHere = ({ view: { problem } }: { readonly view: ThingView<Invoice> }) =>
  problem === null ? (
    <Notice role="status">Está guardada en este celular. Se envía sola cuando haya señal.</Notice>
  ) : (
    <Notice tone="danger" title={offlineSentences.refused}>
      {problem}
    </Notice>
  );

const sourceWords: Readonly<Record<string, string>> = {
  manual: 'cargada a mano',
  qr: 'leída del QR',
  foto: 'cargada desde una foto',
  importada: 'importada',
};

/** Data of the paper beside its amounts, and its history. */
const InvoiceStory = ({ invoice }: { readonly invoice: Invoice }) => {
  const members = useMembers() ?? [];
  const stored = storedOf(invoice);
  const who = byId(members, invoice.created_by);
  const name = who ? ` por ${who.first_name} ${who.last_name}` : '';
  const isChanged = invoice.updated_at !== invoice.created_at;
  return (
    <Card title="Datos">
      {stored.cae ? <p>CAE {stored.cae}</p> : <p>Sin CAE cargado</p>}
      {stored.notes ? <p>{stored.notes}</p> : null}
      {stored.cancel_reason ? <p>Anulada: {stored.cancel_reason}</p> : null}
      <p>
        {`Creada el ${formatInstant(invoice.created_at)}${name}, ${sourceWords[stored.source] ?? 'cargada a mano'}.`}
        {isChanged ? ` Último cambio: ${formatInstant(invoice.updated_at)}.` : ''}
      </p>
    </Card>
  );
};
