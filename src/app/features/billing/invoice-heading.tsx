import { directions, formatCuit, formatDay, type Invoice } from '#domain';
import { useToday } from '#platform';
import { Badge, PageHeading } from '#ui';
import styles from './billing.module.css';
import { otherPartyOf, stateBadge, titleOf } from './invoice-facts.ts';

/** Title, state, other side and dates. A draft says that it has no validity, also in print (domain.md §2.8). */
export const InvoiceHeading = ({ invoice }: { readonly invoice: Invoice }) => {
  const badge = stateBadge(invoice, useToday());
  const other = otherPartyOf(invoice);
  const { issued_on, due_on } = invoice;
  return (
    <PageHeading title={titleOf(invoice)} aside={<Badge tone={badge.tone}>{badge.word}</Badge>}>
      {invoice.state === 'borrador' ? <p className={styles.noForce}>SIN VALIDEZ FISCAL</p> : null}
      <div>
        <p>
          {directions[invoice.direction as keyof typeof directions]} · {other.name}
          {other.cuit ? (
            <>
              {' · '}
              <span className={styles.together}>{formatCuit(other.cuit)}</span>
            </>
          ) : null}
        </p>
        <p>
          {issued_on ? `Emitida el ${formatDay(issued_on)}` : 'Sin fecha de emisión'}
          {due_on ? ` · vence el ${formatDay(due_on)}` : ''}
        </p>
      </div>
    </PageHeading>
  );
};
