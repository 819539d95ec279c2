import { Digest } from '../../../src/contract/digest.ts';
import { cellId, type Posting } from '../../../src/domain/movements/ledger.ts';
import { countMap, metadataFieldsOf } from '../../../src/domain/movements/movement.ts';
import type { Payload } from '../../../src/domain/movements/prepare.ts';

type Row = Readonly<Record<string, unknown>>;

/** The id that the feed knows a row by. */
export const rowId = (row: Row): string => (typeof row['id'] === 'string' ? row['id'] : idOfCell(row));

const idOfCell = (row: unknown): string => {
  const { lot_id, rodeo_id, category_id } = row as { lot_id: string; rodeo_id: string | null; category_id: string };
  return cellId({ lot: lot_id, rodeo: rodeo_id, category: category_id });
};

/** Lines of the ledger that a row of the model carries. */
export const postingsIn = (row: Row): readonly Posting[] =>
  (row['metadata'] as { readonly postings: readonly Posting[] }).postings;

/** A movement's own fields, as the model's rows carry them. */
export function onTheWire(payload: Payload, postings: readonly Posting[], lot: string | null, rodeo: string | null) {
  const animals = (payload['animals'] ?? []) as { type: string; count: number }[];
  return {
    date: String(payload['date']),
    count: countMap(animals),
    rodeoId: rodeo,
    detail: (payload['detail'] as string | undefined) ?? null,
    animals,
    metadata: {
      ...metadataFieldsOf(payload),
      lot_id: lot,
      deletedBy: null,
      editHistory: [] as unknown[],
      postings,
    },
  };
}

/** What a table's rows are known by. */
export function digestOf(rows: ReadonlyMap<string, Row>): string {
  const digest = new Digest();
  for (const [id, row] of rows) digest.add(id, row);
  return digest.toString();
}
