import { addDays } from '../../domain/dates.ts';
import type { DemoFarm, DemoPerson, Habit } from './demo-farm.ts';

/** Yearly: date, title, kind, priority, lot. */
const chores = [
  ['1-12', 'Revisar las bebidas de El Molino', 'aguada', 'normal', 'El Molino'],
  ['1-27', 'Llevar al taller la bomba del tanque', 'aguada', 'normal', null],
  ['2-4', 'Controlar cuánta ivermectina queda', 'sanidad', 'normal', null],
  ['2-22', 'Pedir turno para la vacunación de aftosa', 'sanidad', 'alta', null],
  ['3-5', 'Preparar la manga para el destete', 'otra', 'alta', 'La Manga'],
  ['4-3', 'Llamar a la veterinaria por el tacto', 'sanidad', 'alta', null],
  ['4-24', 'Arreglar el alambrado del fondo', 'alambrado', 'alta', 'Los Talas'],
  ['5-14', 'Pedir los rollos y el silo para el invierno', 'compra', 'alta', null],
  ['6-3', 'Apartar las vacas flacas', 'movimiento', 'normal', 'Potrero de las Casas'],
  ['7-15', 'Recorrer las vacas por parir', 'recorrida', 'alta', null],
  ['8-2', 'Recorrer parición, mañana y tarde', 'recorrida', 'urgente', null],
  ['8-18', 'Revisar los toros: raspaje y patas', 'sanidad', 'alta', 'Potrero de las Casas'],
  ['9-13', 'Recorrer parición', 'recorrida', 'alta', null],
  ['9-27', 'Encargar sal mineral', 'compra', 'normal', null],
  ['10-12', 'Pasar la rastra al camino', 'otra', 'baja', null],
  ['10-30', 'Juntar los terneros para la vacunación', 'sanidad', 'alta', 'La Manga'],
  ['11-17', 'Señalar los terneros', 'otra', 'normal', 'La Manga'],
  ['12-9', 'Limpiar los bebederos antes del calor', 'aguada', 'alta', 'La Loma'],
] as const;

interface Chore {
  readonly title: string;
  readonly kind: string;
  readonly priority: string;
  readonly lot: string | null;
  readonly inDays: number;
}

async function ask(farm: DemoFarm, who: DemoPerson, chore: Chore): Promise<string> {
  const { title, kind, priority, lot, inDays } = chore;
  const where = lot === null ? {} : { lot_id: farm.lot(lot) };
  const due_on = addDays(farm.day, inDays);
  const made = await farm.write(who, 'POST', '/api/task/{org}', { title, kind, priority, due_on, ...where });
  return (made.task as { readonly id: string }).id;
}

/** The hand does each within days. */
const tasks: Habit = async (farm) => {
  for (const [date, title, kind, priority, lot] of chores) {
    if (!farm.isDate(date)) continue;
    const inDays = farm.random.between(3, 9);
    const id = await ask(farm, 'owner', { title, kind, priority, lot, inDays });
    farm.later(addDays(farm.day, farm.random.between(1, inDays)), async () => {
      await farm.write('hand', 'PUT', `/api/task/{org}/${id}`, { state: 'hecha' });
    });
  }
};

/** Open tasks at the end of the story. */
export async function leaveTasks(farm: DemoFarm): Promise<void> {
  const float = 'Cambiar el flotante del bebedero de La Loma';
  await ask(farm, 'hand', { title: float, kind: 'aguada', priority: 'alta', lot: 'La Loma', inDays: 2 });
  const fence = 'Arreglar el alambrado del lado del arroyo';
  await ask(farm, 'owner', { title: fence, kind: 'alambrado', priority: 'normal', lot: 'Los Talas', inDays: 9 });
}

const remarks = [
  ['1-21', 'hand', 'El molino gira bien, el tanque está lleno', ['agua'], 'El Molino'],
  ['2-13', 'hand', 'Con el calor toman el doble: hay que mirar los bebederos todos los días', ['agua'], 'La Loma'],
  ['3-14', 'hand', 'Los terneros destetados ya no balan y comen bien', ['destete'], null],
  ['4-14', 'owner', 'Tacto con ecógrafo: salió parejo. Las vacías se venden en mayo', ['sanidad'], null],
  ['5-6', 'owner', 'Los Eucaliptos rebrotó lindo, aguanta veinte días más', ['pasto'], 'Los Eucaliptos'],
  ['6-12', 'hand', 'Se cortó la huella del camino con la lluvia, por ahora no entra el camión', ['caminos'], null],
  ['7-8', 'hand', 'La helada quemó el verdeo en el bajo', ['pasto'], 'El Bajo'],
  ['8-6', 'hand', 'Apareció una oveja del vecino, avisé', [], 'El Cerrito'],
  ['9-17', 'hand', 'Anda un zorro cerca de las pariciones', ['parición'], 'La Portera'],
  ['10-24', 'owner', 'Los toros trabajan bien, ninguno renguea', ['servicio'], null],
  ['11-19', 'hand', 'La vaca de caravana 214 renguea, mirarla el jueves', ['sanidad'], null],
  ['12-17', 'owner', 'Se fueron los últimos novillos del año', ['ventas'], null],
] as const;

const notes: Habit = async (farm) => {
  for (const [date, who, text, tags, lot] of remarks) {
    if (!farm.isDate(date)) continue;
    const where = lot === null ? {} : { lot_id: farm.lot(lot) };
    await farm.write(who, 'POST', '/api/note/create/{org}', { text, tags, ...where });
  }
};

export const deskHabits: readonly Habit[] = [tasks, notes];
