import { addDays, isCuit, sumOf } from '../../domain/index.ts';
import type { DemoFarm } from './demo-farm.ts';
import { organizationName } from './places.ts';

/** The next valid CUIT: some numbers have no check digit. */
function cuit(near: number): string {
  for (let whole = near * 10; ; whole += 1) if (isCuit(String(whole))) return String(whole);
}

export const us = { name: `${organizationName} S.A.`, cuit: cuit(3_071_123_456), vat_condition: 'ri' } as const;

const firms: Readonly<Record<string, string>> = {
  'Frigorífico Gorina': cuit(3_050_998_877),
  'Consignataria Sáenz Valiente': cuit(3_052_004_411),
  'Frigorífico Azul': cuit(3_061_112_223),
  'Feria de Rauch': cuit(3_054_445_556),
  'Feria de Ayacucho': cuit(3_054_445_557),
  'Feria de Tandil': cuit(3_054_445_558),
  'Cabaña La Rubeta': cuit(3_068_887_771),
  'Establecimiento Santa Rita': cuit(3_070_555_123),
  'Veterinaria Rauch': cuit(2_722_334_455),
  'Cooperativa Agraria de Tandil': cuit(3_053_121_314),
  'Forrajes del Sudeste': cuit(3_071_440_021),
};

export const money = (amount: number): string => amount.toFixed(2);

const partyOf = (firm: string) => ({ name: firm, cuit: firms[firm] ?? null, vat_condition: 'ri' });
const feria = /^(?:Feria|Consignataria)/;

/** Issuers number their own series, so the farm sees gaps. */
function numberOf(farm: DemoFarm, issuer: string): object {
  const book = Object.keys(firms).indexOf(issuer) + 1;
  const last = farm.recall(`paper ${issuer}`) || book * 731;
  const number = last + (issuer === us.name ? 1 : farm.random.between(4, 60));
  farm.remember(`paper ${issuer}`, number);
  return { point_of_sale: 1 + (book % 5), number };
}

/** Paid a month later, so recent ones are open. */
async function invoice(farm: DemoFarm, firm: string, issuer: string, body: object): Promise<void> {
  const made = await farm.write('owner', 'POST', '/api/invoice/{org}', {
    letter: 'A',
    ...numberOf(farm, issuer),
    issued_on: farm.day,
    due_on: addDays(farm.day, 30),
    state: 'pendiente',
    ...body,
  });
  const { id, total } = made.invoice as { readonly id: string; readonly total: string };
  farm.later(addDays(farm.day, feria.test(firm) ? 33 : 28), async () => {
    const payment = { date: farm.day, amount: total, method: farm.random.oneOf(['transferencia', 'echeq']) };
    await farm.write('owner', 'PUT', `/api/invoice/{org}/${id}`, { payments: [payment] });
  });
}

/** Without `kg`, priced by the head. */
interface Traded {
  readonly firm: string;
  readonly category: string;
  readonly count: number;
  readonly kg?: number;
  readonly price: number;
}

const lineOf = ({ category, count, kg, price }: Traded) => ({
  concept: category,
  heads: count,
  ...(kg === undefined ? { quantity: count } : { kg }),
  unit_price: money(price),
  net: money((kg ?? count) * price),
  vat_rate: 10.5,
});

/** Issued by the buyer; fairs and consignees take a commission. */
export const settle = (farm: DemoFarm, movementId: string, sold: Traded): Promise<void> =>
  invoice(farm, sold.firm, us.name, {
    direction: 'emitida',
    kind: 'liquidacion',
    issuer: us,
    recipient: partyOf(sold.firm),
    movement_ids: [movementId],
    lines: [lineOf(sold)],
    ...(feria.test(sold.firm) && {
      charges: [{ kind: 'comision', net: money((sold.kg ?? sold.count) * sold.price * 0.03) }],
    }),
  });

export const oweForAnimals = (farm: DemoFarm, movementId: string, bought: Traded): Promise<void> =>
  invoice(farm, bought.firm, bought.firm, {
    direction: 'recibida',
    kind: 'factura',
    issuer: partyOf(bought.firm),
    recipient: us,
    movement_ids: [movementId],
    lines: [lineOf(bought)],
  });

export interface Bought {
  readonly concept: string;
  readonly quantity: number;
  readonly price: number;
}

export const totalOf = (lines: readonly Bought[]): string =>
  money(sumOf(lines, ({ quantity, price }) => quantity * price));

export const owe = (farm: DemoFarm, movementId: string, supplier: string, lines: readonly Bought[]): Promise<void> =>
  invoice(farm, supplier, supplier, {
    direction: 'recibida',
    kind: 'factura',
    issuer: partyOf(supplier),
    recipient: us,
    movement_ids: [movementId],
    lines: lines.map(({ concept, quantity, price }) => ({
      concept,
      quantity,
      unit_price: money(price),
      net: money(quantity * price),
      vat_rate: 21,
    })),
  });
