/**
 * An operation from the field that was refused for good, or that came from a lost phone: kept for the office to decide on, never
 * dropped (trust.md row 97).
 */
export interface RefusedRow {
  organization_id: string;
  /** Its key, which its phone knows too; another where somebody else brought that key before. */
  id: string;
  key: string;
  /** Who sent it: whoever names another does not make it that one's. */
  user_id: string;
  /** Whose record he says that it is; null where it is his own. */
  author_id: string | null;
  session_id: string;
  method: string;
  path: string;
  /** JSON, as it came. */
  body: string;
  /** The id that the phone gave to the thing: a corrected record has the same. */
  cid: string | null;
  /** The kind of movement that it records or changes. */
  type: string | null;
  code: string;
  message: string;
  /** JSON of what is wrong with its fields. */
  issues: string;
  recorded_at: string | null;
  received_at: string;
  /** Its place among those that came at the same moment. */
  position: number;
  from_lost_phone: number;
  state: 'en_espera' | 'aplicado' | 'descartado';
  decided_by: string | null;
  decided_at: string | null;
}

export interface RefusedTables {
  refused: RefusedRow;
}
