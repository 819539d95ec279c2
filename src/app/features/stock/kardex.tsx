import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay, formatNumber, type InvoiceRef, invoiceWords } from '#domain';
import { entryKinds } from '#domain/supplies/stock.ts';
import { useFarm, useLive } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import type { KardexLine } from '#sync/farm.ts';
import { Button, Card, Cluster, DataTable, EmptyState, Skeleton, StateBadge } from '#ui';

interface KardexProps {
  readonly lines: readonly KardexLine[];
  readonly more: boolean;
  readonly onMore: () => void;
}

const amount = (quantity: number): string => formatNumber(quantity, 3);

/** A negative balance is never shown: what is short is said (domain.md §2.5). */
const balanceWords = (balance: number): string => (balance < 0 ? `0 (faltan ${amount(-balance)})` : amount(balance));

const Kardex = ({ lines, more, onMore }: KardexProps) => {
  const farm = useFarm();
  const ids = lines.map((line) => line.movementId);
  const invoices = useLive((views) => views.invoicesOf(ids), [ids.join()]);
  if (lines.length === 0) return <EmptyState>Todavía no entró ni salió nada de este insumo.</EmptyState>;
  return (
    <>
      <DataTable
        caption="Kardex: entradas y salidas, de la más nueva a la más vieja"
        rows={lines}
        rowKey={(line) => line.key}
        columns={[
          {
            header: 'Concepto',
            main: true,
            cell: (line) => (
              <>
                <Link to="/data/$id" params={{ id: line.movementId }}>
                  {entryKinds[line.kind]}
                </Link>
                {line.batch ? ` · partida ${line.batch}` : ''}
                <InvoiceOf invoice={invoices?.get(line.movementId)} />
                {line.state === 'enviado' && line.undoOp === null ? null : (
                  <Waiting line={line} onUndo={farm.acts.undo} />
                )}
              </>
            ),
          },
          { header: 'Fecha', cell: (line) => formatDay(line.date) },
          { header: 'Entra', numeric: true, cell: (line) => (line.delta > 0 ? amount(line.delta) : '—') },
          { header: 'Sale', numeric: true, cell: (line) => (line.delta < 0 ? amount(-line.delta) : '—') },
          { header: 'Saldo', numeric: true, cell: (line) => balanceWords(line.balance) },
          { header: 'Quién', cell: (line) => line.author ?? '—' },
        ]}
      />
      {more ? (
        <Button wide onClick={onMore}>
          Ver más
        </Button>
      ) : null}
    </>
  );
};

/** The invoice it came with, for who sees invoices. */
const InvoiceOf = ({ invoice }: { readonly invoice: InvoiceRef | undefined }) =>
  invoice ? (
    // Directly in the cell, where the table makes links thumb-high.
    <>
      <br />
      <Link to="/billing/$id" params={{ id: invoice.id }}>
        {invoiceWords(invoice)}
      </Link>
    </>
  ) : null;

const linesAtFirst = 30;

/** The book of an item, newest first: in, out, balance and author. */
export const KardexCard = ({ assetId }: { readonly assetId: string }) => {
  const [limit, setLimit] = useState(linesAtFirst);
  const book = useLive((views) => views.kardex(assetId, limit), [assetId, limit]);
  return (
    <Card title="Kardex">
      {book ? (
        <Kardex lines={book.lines} more={book.more} onMore={() => setLimit(limit + linesAtFirst * 2)} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Card>
  );
};

interface WaitingProps {
  readonly line: KardexLine;
  readonly onUndo: (opId: string) => Promise<boolean>;
}

const Waiting = ({ line, onUndo }: WaitingProps) => {
  const { undoOp, state } = line;
  return (
    <Cluster>
      <StateBadge state={badgeOf[state]} />
      {undoOp ? (
        <Button compact onClick={() => void onUndo(undoOp)}>
          Deshacer
        </Button>
      ) : null}
    </Cluster>
  );
};
