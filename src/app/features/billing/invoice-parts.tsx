import { netKg, sumsOf } from '../../../domain/office/invoice-sums.ts';
import type { Invoice, KeptInvoice } from '../../../domain/office/invoices.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { counted } from '../../../domain/text.ts';
import { MovementRow } from '../../frame/movement-row.tsx';
import type { MovementView } from '../../sync/farm.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { currencyOf, keptOf, moneyWords, rateWords, vatByRate } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';

/** `40 cab. · 7.200 kg × $ 2.100,00 el kilo`; a quantity alone where it is no animals. */
function measureWords(line: KeptInvoice['lines'][number] | undefined): string {
  if (!line) return '—';
  const { heads, kg, quantity, unit_price } = line;
  const isHerd = typeof heads === 'number' || typeof kg === 'number';
  const measures = [
    typeof heads === 'number' ? `${formatNumber(heads, 0)} cab.` : null,
    typeof kg === 'number' ? `${formatNumber(kg, 1)} kg` : null,
    !isHerd && typeof quantity === 'number' ? formatNumber(quantity, 3) : null,
  ].filter((word) => word !== null);
  const unit = !isHerd ? '' : quantity === heads && quantity !== kg ? ' por cabeza' : ' el kilo';
  const said = measures.join(' · ') || '—';
  return unit_price ? `${said} × ${moneyWords(unit_price)}${unit}` : said;
}

/** What was bought or sold, and what it comes to. */
export const Items = ({ invoice }: { readonly invoice: Invoice }) => {
  const currency = currencyOf(invoice);
  const kept = keptOf(invoice);
  const clean = netKg(kept);
  return (
    <Card title="Ítems">
      {invoice.lines.length === 0 ? (
        <EmptyState>Todavía no se cargaron los ítems de este comprobante.</EmptyState>
      ) : (
        <DataTable
          caption="Ítems de la factura"
          rows={invoice.lines.map((line, at) => ({ ...line, at }))}
          rowKey={(line) => String(line.at)}
          columns={[
            { key: 'concept', header: 'Concepto', main: true, cell: (line) => line.concept },
            { key: 'how', header: 'Cantidad', cell: (line) => measureWords(kept.lines[line.at]) },
            { key: 'net', header: 'Neto', numeric: true, cell: (line) => moneyWords(line.net, currency) },
            {
              key: 'vat',
              header: 'IVA',
              numeric: true,
              cell: (line) => `${moneyWords(line.vat, currency)} (${rateWords(kept.lines[line.at]?.vat_rate ?? 21)})`,
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
