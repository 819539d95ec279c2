import type { Transaction } from 'kysely';
import type { Names } from '../../../domain/movements/define.ts';
import type { Tables } from '../../database/tables.ts';

/** Names of everything of an organization, the deleted too: what a summary needs at the moment of writing. */
export async function namesOf(db: Transaction<Tables>, organizationId: string): Promise<Names> {
  const read = async (table: 'categories' | 'lots' | 'rodeos' | 'campos'): Promise<Map<string, string>> => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .execute();
    return new Map(rows.map((row) => [row.id, row.name]));
  };
  const [categories, lots, rodeos, campos] = [
    await read('categories'),
    await read('lots'),
    await read('rodeos'),
    await read('campos'),
  ];
  return {
    category: (id) => categories.get(id) ?? 'Categoría eliminada',
    lot: (id) => (id ? (lots.get(id) ?? 'Lote eliminado') : 'Sin lote'),
    rodeo: (id) => (id ? (rodeos.get(id) ?? 'Rodeo eliminado') : 'Sin rodeo'),
    campo: (id) => (id ? (campos.get(id) ?? 'Campo eliminado') : 'Todo el campo'),
  };
}

/** Names for a record whose places were deleted before it arrived: 'Sin lote (era: El Ombú)' (domain.md §5, F25). `gone` has the names by id. */
export const namesWithGone = (names: Names, gone: ReadonlyMap<unknown, string>): Names => {
  const was =
    (none: string, nameOf: Names['lot']): Names['lot'] =>
    (id) => {
      const name = gone.get(id);
      return name === undefined ? nameOf(id) : `${none} (era: ${name})`;
    };
  return {
    ...names,
    lot: was('Sin lote', names.lot),
    rodeo: was('Sin rodeo', names.rodeo),
    campo: was('Sin campo', names.campo),
  };
};
