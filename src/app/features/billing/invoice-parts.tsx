import { counted, formatNumber, type Invoice, netKg, type StoredInvoice, storedOf, sumsOf } from '#domain';
import { MovementRow, movementParts } from '#farm/movement-row.tsx';
import { RowTo, useToday } from '#platform';
import type { MovementView } from '#sync/farm.ts';
import { Card, DataTable, EmptyState, Row, RowList } from '#ui';
import { currencyOf, moneyWords, priceWords, rateWords, vatByRate } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';
import { NothingHere } from '#farm/nothing-here.tsx';

type StoredLine = StoredInvoice['lines'][number];

const isHerd = ({ heads, kg }: StoredLine): boolean => typeof heads === 'number' || typeof kg === 'number';
const measure = (value: number | null | undefined, decimals: number): string =>
  typeof value === 'number' ? formatNumber(value, decimals) : '—';

/** `$ 2.100,00 el kilo`, `$ 800.000,00 por cabeza`. */
function linePrice(line: StoredLine, currency: 'ARS' | 'USD'): string {
  if (!line.unit_price) return '—';
  const unit = !isHerd(line)
    ? ''
    : line.quantity === line.heads && line.quantity !== line.kg
      ? ' por cabeza'
      : ' el kilo';
  return `${priceWords(line.unit_price, currency)}${unit}`;
}

/** The lines and their sums. */
export const Items = ({ invoice }: { readonly invoice: Invoice }) => {
  const currency = currencyOf(invoice);
  const stored = storedOf(invoice);
  const clean = netKg(stored);
  const isOfHerd = stored.lines.some(isHerd);
  const shown = invoice.lines.flatMap(({ concept, net, vat }, at) => {
    const line = stored.lines[at];
    return line ? [{ at, concept, net, vat, stored: line }] : [];
  });
  return (
    <Card title="Ítems">
      {invoice.lines.length === 0 ? (
        <EmptyState>Todavía no se cargaron los ítems de este comprobante.</EmptyState>
      ) : (
        <DataTable
          caption="Ítems de la factura"
          rows={shown}
          rowKey={(line) => String(line.at)}
          columns={[
            { header: 'Concepto', main: true, cell: (line) => line.concept },
            {
              header: isOfHerd ? 'Cabezas' : 'Cantidad',
              numeric: true,
              cell: ({ stored: line }) => (isOfHerd ? measure(line.heads, 0) : measure(line.quantity, 3)),
            },
            ...(isOfHerd
              ? [{ header: 'Kilos', numeric: true, cell: (line: (typeof shown)[number]) => measure(line.stored.kg, 1) }]
              : []),
            { header: 'Precio', numeric: true, cell: (line) => linePrice(line.stored, currency) },
            { header: 'Neto', numeric: true, cell: (line) => moneyWords(line.net, currency) },
            {
              header: 'IVA',
              numeric: true,
              cell: (line) => `${moneyWords(line.vat, currency)} (${rateWords(line.stored.vat_rate)})`,
            },
          ]}
        />
      )}
      {stored.gross_kg === null ? null : (
        <p>
          {formatNumber(stored.gross_kg, 1)} kg sucios
          {clean === null
            ? ''
            : ` · desbaste ${formatNumber(stored.shrink_pct ?? 0, 2)} % · ${formatNumber(clean, 1)} kg limpios`}
        </p>
      )}
      {stored.exchange_rate && currency === 'USD' ? <p>Cotización: {priceWords(stored.exchange_rate)}</p> : null}
      <SumList
        sums={sumsOf(stored)}
        currency={currency}
        rates={vatByRate(stored)}
        isOurs={stored.direction === 'emitida'}
      />
    </Card>
  );
};

/** Its creation was refused: it has no screen of its own and waits in Pendientes. */
const isRefused = ({ state, isOnlyHere }: MovementView): boolean => state === 'con_error' && isOnlyHere;

const RefusedRow = ({ view }: { readonly view: MovementView }) => (
  <RowTo
    to="."
    search={(before) => ({ ...before, pendientes: 1 })}
    state={{ isOverlay: true }}
    resetScroll={false}
    {...movementParts(view, useToday(), false)}
  />
);

/** Records of this paper. */
export const Movements = ({ views }: { readonly views: readonly (MovementView | null)[] }) => {
  const known = views.filter((view) => view !== null);
  const missing = views.length - known.length;
  if (views.length === 0) return null;
  return (
    <Card title="Movimientos asociados" flush>
      <RowList label="Movimientos asociados">
        {known.map((view) => (
          <li key={view.key}>{isRefused(view) ? <RefusedRow view={view} /> : <MovementRow view={view} />}</li>
        ))}
        {missing > 0 ? (
          <li>
            <Row
              title={`${counted(missing, 'movimiento')} que todavía no ${missing === 1 ? 'llegó' : 'llegaron'} a este celular`}
            />
          </li>
        ) : null}
      </RowList>
    </Card>
  );
};

/** For who sees no money (domain.md §2.18): the server sent none. */
export const NoMoney = ({ title }: { readonly title: string }) => (
  <NothingHere title={title} to="/dashboard">
    Las facturas las ven el dueño y quienes él elige.
  </NothingHere>
);
