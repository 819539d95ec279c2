import { netKg, sumsOf } from '../../../domain/office/invoice-sums.ts';
import { type Invoice, type KeptInvoice, keptOf } from '../../../domain/office/invoices.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { counted } from '../../../domain/text.ts';
import { MovementRow } from '../../farm/movement-row.tsx';
import type { MovementView } from '../../sync/farm.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { currencyOf, moneyWords, rateWords, vatByRate } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';

type KeptLine = KeptInvoice['lines'][number];

const isHerd = ({ heads, kg }: KeptLine): boolean => typeof heads === 'number' || typeof kg === 'number';
const measure = (value: number | null | undefined, decimals: number): string =>
  typeof value === 'number' ? formatNumber(value, decimals) : '—';

/** `$ 2.100,00 el kilo`, `$ 800.000,00 por cabeza`. */
function priceWords(line: KeptLine, currency: 'ARS' | 'USD'): string {
  if (!line.unit_price) return '—';
  const unit = !isHerd(line)
    ? ''
    : line.quantity === line.heads && line.quantity !== line.kg
      ? ' por cabeza'
      : ' el kilo';
  return `${moneyWords(line.unit_price, currency)}${unit}`;
}

/** A line as it is stored, with what it comes to. */
interface Shown {
  readonly at: number;
  readonly concept: string;
  readonly net: string;
  readonly vat: string;
  readonly kept: KeptLine;
}

/** What was bought or sold, and what it comes to. */
export const Items = ({ invoice }: { readonly invoice: Invoice }) => {
  const currency = currencyOf(invoice);
  const kept = keptOf(invoice);
  const clean = netKg(kept);
  const shown = invoice.lines.flatMap(({ concept, net, vat }, at): Shown[] => {
    const line = kept.lines[at];
    return line ? [{ at, concept, net, vat, kept: line }] : [];
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
            { key: 'concept', header: 'Concepto', main: true, cell: (line) => line.concept },
            ...(kept.lines.some(isHerd)
              ? [
                  {
                    key: 'heads',
                    header: 'Cabezas',
                    numeric: true,
                    cell: ({ kept: line }: Shown) => measure(line.heads, 0),
                  },
                  { key: 'kg', header: 'Kilos', numeric: true, cell: ({ kept: line }: Shown) => measure(line.kg, 1) },
                ]
              : [
                  {
                    key: 'quantity',
                    header: 'Cantidad',
                    numeric: true,
                    cell: ({ kept: line }: Shown) => measure(line.quantity, 3),
                  },
                ]),
            { key: 'price', header: 'Precio', numeric: true, cell: (line) => priceWords(line.kept, currency) },
            { key: 'net', header: 'Neto', numeric: true, cell: (line) => moneyWords(line.net, currency) },
            {
              key: 'vat',
              header: 'IVA',
              numeric: true,
              cell: (line) => `${moneyWords(line.vat, currency)} (${rateWords(line.kept.vat_rate)})`,
            },
          ]}
        />
      )}
      {kept.gross_kg === null ? null : (
        <p>
          {formatNumber(kept.gross_kg, 1)} kg sucios
          {clean === null
            ? ''
            : ` · desbaste ${formatNumber(kept.shrink_pct ?? 0, 2)} % · ${formatNumber(clean, 1)} kg limpios`}
        </p>
      )}
      <SumList sums={sumsOf(kept)} currency={currency} rates={vatByRate(kept)} />
    </Card>
  );
};

/** Records that this paper is of. */
export const Movements = ({ views }: { readonly views: readonly (MovementView | null)[] }) => {
  const known = views.filter((view) => view !== null);
  if (views.length === 0) return null;
  return (
    <Card title="Movimientos asociados" flush>
      <RowList label="Movimientos asociados">
        {known.map((view) => (
          <li key={view.key}>
            <MovementRow view={view} />
          </li>
        ))}
        {known.length < views.length ? (
          <li>
            <Row title={`${counted(views.length - known.length, 'movimiento')} que todavía no llegó a este celular`} />
          </li>
        ) : null}
      </RowList>
    </Card>
  );
};
