import { addDays } from '../../domain/dates.ts';
import { isCuit } from '../../domain/office/cuit.ts';
import type { DemoFarm, DemoPerson, Habit } from './demo-farm.ts';
import { organizationName } from './places.ts';

/** A CUIT near a number of ten figures: not every number has a last figure that fits. */
function cuit(near: number): string {
  for (let whole = near * 10; ; whole += 1) if (isCuit(String(whole))) return String(whole);
}

const us = { name: `${organizationName} S.A.`, cuit: cuit(3_071_123_456), vat_condition: 'ri' };
const firms: Readonly<Record<string, string>> = {
  'Frigorífico Gorina': cuit(3_050_998_877),
  'Consignataria Sáenz Valiente': cuit(3_052_004_411),
  'Frigorífico Azul': cuit(3_061_112_223),
  'Feria de Rauch': cuit(3_054_445_556),
  'Feria de Ayacucho': cuit(3_054_445_557),
  'Veterinaria Rauch': cuit(2_722_334_455),
  'Cooperativa Agraria de Tandil': cuit(3_053_121_314),
};

/** A paper of the farm, paid a month later: what is recent still waits. */
async function invoice(farm: DemoFarm, firm: string, body: object): Promise<void> {
  const number = farm.nextPaper();
  const made = await farm.write('owner', 'POST', '/api/invoice/{org}', {
    letter: 'A',
    point_of_sale: 3,
    number,
    issued_on: farm.day,
    due_on: addDays(farm.day, 30),
    state: 'pendiente',
    ...body,
  });
  const { id, total } = made['invoice'] as { readonly id: string; readonly total: string };
  farm.later(addDays(farm.day, firm.startsWith('Feria') ? 33 : 28), async () => {
    const payment = { date: farm.day, amount: total, method: farm.chance.oneOf(['transferencia', 'echeq']) };
    await farm.write('owner', 'PUT', `/api/invoice/{org}/${id}`, { payments: [payment] });
  });
}

const partyOf = (firm: string) => ({ name: firm, cuit: firms[firm] ?? null, vat_condition: 'ri' });

/** The settlement of a sale of animals, as the buyer makes it out. */
export const settle = (
  farm: DemoFarm,
  movementId: string,
  sale: {
    readonly buyer: string;
    readonly category: string;
    readonly count: number;
    readonly kg: number;
    readonly price: number;
  },
): Promise<void> =>
  invoice(farm, sale.buyer, {
    direction: 'emitida',
    kind: 'liquidacion',
    issuer: us,
    recipient: partyOf(sale.buyer),
    movement_ids: [movementId],
    lines: [
      {
        concept: sale.category,
        heads: sale.count,
        kg: sale.kg,
        unit_price: sale.price.toFixed(2),
        net: (sale.kg * sale.price).toFixed(2),
        vat_rate: 10.5,
      },
    ],
  });

/** The invoice of what was bought for the store room. */
export const owe = (
  farm: DemoFarm,
  movementId: string,
  supplier: string,
  concept: string,
  net: string,
): Promise<void> =>
  invoice(farm, supplier, {
    direction: 'recibida',
    kind: 'factura',
    issuer: partyOf(supplier),
    recipient: us,
    movement_ids: [movementId],
    lines: [{ concept, net, vat_rate: 21 }],
  });

/** The breeding year of both cow herds: in service from the tenth of October, for 75 days. */
export async function serve(farm: DemoFarm, start: string): Promise<void> {
  const made = await farm.write('owner', 'POST', '/api/reproductive-cycle/{org}', {
    rodeo_ids: [farm.ids.rodeos.cria, farm.ids.rodeos.criaRetiro],
    service_type: 'natural',
    service_start: start,
    service_end: addDays(start, 75),
    served: [
      { category_id: farm.category('Vaca'), count: farm.heads('cria', 'Vaca') + farm.heads('criaRetiro', 'Vaca') },
    ],
    bulls: farm.heads('toros'),
    vet: 'Dra. Inés Larralde',
  });
  farm.keepCycle(start, (made['cycle'] as { readonly id: string }).id);
}

const service: Habit = async (farm) => {
  if (farm.isDate('10-10')) await serve(farm, farm.day);
};

const chores = [
  ['Revisar bebidas de El Molino', 'aguada', 'normal'],
  ['Arreglar el alambrado del fondo', 'alambrado', 'alta'],
  ['Recorrer parición', 'recorrida', 'alta'],
  ['Comprar sal mineral', 'compra', 'normal'],
  ['Mover la invernada de potrero', 'movimiento', 'normal'],
  ['Pasar la rastra al camino', 'otra', 'baja'],
  ['Revisar toros antes del servicio', 'sanidad', 'alta'],
] as const;

/** Chores of each week: the hand does most of them within days. */
const tasks: Habit = async (farm) => {
  if (farm.dayOfMonth % 6 !== 0) return;
  const [title, kind, priority] = farm.chance.oneOf(chores);
  const who: DemoPerson = farm.chance.with(0.7) ? 'owner' : 'hand';
  const due_on = addDays(farm.day, farm.chance.between(2, 12));
  const lot_id = farm.standsIn('cria');
  const made = await farm.write(who, 'POST', '/api/task/{org}', { title, kind, priority, due_on, lot_id });
  const { id } = made['task'] as { readonly id: string };
  farm.later(addDays(farm.day, farm.chance.between(1, 14)), async () => {
    await farm.write('hand', 'PUT', `/api/task/{org}/${id}`, { state: 'hecha' });
  });
};

const remarks = [
  ['Hay pasto para veinte días más en este lote', ['pasto']],
  ['El molino gira bien, el tanque está lleno', ['agua']],
  ['Apareció una oveja del vecino, avisé', []],
  ['La vaca de caravana 214 renguea, mirarla el jueves', ['sanidad']],
  ['Se levantó la huella del camino con la lluvia', ['caminos']],
  ['Quedaron seis bolsas de sal en el galpón', ['insumos']],
] as const;

const notes: Habit = async (farm) => {
  if (!farm.chance.with(0.06)) return;
  const [text, tags] = farm.chance.oneOf(remarks);
  const lot_id = farm.standsIn('cria');
  await farm.write(farm.chance.with(0.7) ? 'hand' : 'owner', 'POST', '/api/note/create/{org}', { text, tags, lot_id });
};

export const officeHabits: readonly Habit[] = [service, tasks, notes];
