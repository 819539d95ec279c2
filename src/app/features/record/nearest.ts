import type { Position } from './known-position.ts';
import type { FarmThings } from './start.ts';

const earthKm = 6371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in km. */
function kilometres(a: Position, b: Position): number {
  const [north, east] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2];
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2;
  return 2 * earthKm * Math.asin(Math.sqrt(Math.sin(north) ** 2 + across));
}

/** Distance of a lot by its campo, as lots have no coordinates. Equal without a position; lots of unlocated campos last. */
export function nearestFirst(position: Position | null, { lots, campos }: Pick<FarmThings, 'lots' | 'campos'>) {
  const far = new Map<string, number>();
  for (const { id, latitude, longitude } of campos) {
    if (!position || typeof latitude !== 'number' || typeof longitude !== 'number') continue;
    far.set(id, kilometres(position, { latitude, longitude }));
  }
  const campoOf = new Map(lots.map(({ lot }) => [lot.id, lot.campo_id]));
  return (lotId: string): number => far.get(campoOf.get(lotId) ?? '') ?? earthKm * 4;
}
