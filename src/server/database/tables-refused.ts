/** A field operation refused for good, or one from a lost phone: stored for the office to decide, never dropped (trust.md row 97). */
export interface RefusedRow {
  organization_id: string;
  /** The key; another where somebody else had brought that key. */
  id: string;
  key: string;
  /** Who sent it, whomever he names as its author. */
  user_id: string;
  /** The named author; null for the sender himself. */
  author_id: string | null;
  session_id: string;
  method: string;
  path: string;
  /** JSON as sent. */
  body: string;
  /** The phone's id of the thing, which a corrected record shares. */
  cid: string | null;
  /** The kind of movement. */
  type: string | null;
  code: string;
  message: string;
  /** JSON of what is wrong with its fields. */
  issues: string;
  recorded_at: string | null;
  received_at: string;
  /** Its order among those that came at once. */
  position: number;
  from_lost_phone: number;
  state: 'en_espera' | 'aplicado' | 'descartado';
  decided_by: string | null;
  decided_at: string | null;
}

export interface RefusedTables {
  refused: RefusedRow;
}
