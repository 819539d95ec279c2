import type { Names } from '../../../domain/movements/define.ts';
import { remembered } from '../../database/remembered.ts';
import type { Scope } from '../../rows/stored.ts';

/** What summaries name and records refer to. */
export type NamedTable = 'categories' | 'lots' | 'rodeos' | 'campos';

/** Names by id, deleted ones too. */
export const namedIn = (
  { trx, organizationId }: Scope,
  table: NamedTable,
): Promise<ReadonlyMap<string, { readonly name: string; readonly deleted: number }>> =>
  remembered(trx, `named ${table} ${organizationId}`, [table], async () => {
    const rows = await trx
      .selectFrom(table)
      .select(['id', 'name', 'deleted'])
      .where('organization_id', '=', organizationId)
      .execute();
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  });

/** All names of a farm, deleted ones too, for summaries. */
export async function namesOf(scope: Scope): Promise<Names> {
  const [categories, lots, rodeos, campos] = [
    await namedIn(scope, 'categories'),
    await namedIn(scope, 'lots'),
    await namedIn(scope, 'rodeos'),
    await namedIn(scope, 'campos'),
  ];
  return {
    category: (id) => categories.get(id)?.name ?? 'Categoría eliminada',
    lot: (id) => (id ? (lots.get(id)?.name ?? 'Lote eliminado') : 'Sin lote'),
    rodeo: (id) => (id ? (rodeos.get(id)?.name ?? 'Rodeo eliminado') : 'Sin rodeo'),
    campo: (id) => (id ? (campos.get(id)?.name ?? 'Campo eliminado') : 'Todo el campo'),
  };
}

/**
 * Names for places deleted before the record arrived: 'Sin lote (era: El Ombú)' (domain.md §5, F25). `gone`: names by
 * id.
 */
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
