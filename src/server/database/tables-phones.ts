interface BlobRow {
  organization_id: string;
  digest: string;
  type: string;
  size: number;
  /** The file's unguessable name in the data folder: nothing that was sent becomes a path. */
  place: string;
  created_by: string;
  created_at: string;
}

export interface BlobTables {
  blobs: BlobRow;
}

/** A device's public key, per person and farm. The private one never leaves the device. */
interface DeviceKeyRow {
  organization_id: string;
  user_id: string;
  id: string;
  /** The log-in that registered it: a lost phone's signatures are not trusted. */
  session_id: string;
  public_key: string;
  registered_at: string;
}

/** How much waited on a phone, by farm, when last reported (trust.md row 86). */
interface OutboxRow {
  organization_id: string;
  session_id: string;
  waiting: number;
  heard_at: string;
}

/** A session that has opened a farm as its member. */
interface OpeningRow {
  organization_id: string;
  session_id: string;
}

export interface DeviceKeyTables {
  openings: OpeningRow;
  outboxes: OutboxRow;
  device_keys: DeviceKeyRow;
}

/** What a commit touched: the feed that phones pull. */
interface ChangeRow {
  organization_id: string;
  seq: number;
  table_name: string;
  row_id: string;
  /** 0 for a row's first change, and for cells; the others are indexed by row. */
  again: number;
}

/** A commit of a farm, kept for ever to compare with what phones know (offline.md §2.5). */
interface CommitRow {
  organization_id: string;
  seq: number;
  mark: string;
  at: string;
}

/** A life of a farm's history: a new one begins when a phone shows that this database is an older copy. */
interface LifeRow {
  organization_id: string;
  epoch: string;
  began_at: string;
  is_copy: number;
  /** The newest commit that phones of the life before share, and its time; null while none has told. */
  copy_seq: number | null;
  copy_at: string | null;
  returned: number;
}

/** The rank of the edit that set a field in a restored farm: phones bring edits back in any order. */
interface EditRankRow {
  organization_id: string;
  epoch: string;
  row_id: string;
  field: string;
  /** Its sequence in the lost life. */
  rank: number;
}

/** The commit of a farm's cached history, by its reader's field visibility (decision 48). */
interface HistoryBaseRow {
  organization_id: string;
  sight: string;
  seq: number;
  mark: string;
  /** The program version that made it: another may present records otherwise. */
  made_by: string;
}

/** One month's records as phones fetch them, by field visibility. */
interface HistorySegmentRow {
  organization_id: string;
  sight: string;
  /** Its id in requests; new each time it is made. */
  tag: string;
  month: string;
  part: number;
  /** The places before its first and of its last record, JSON; null: the month's own ends. */
  begins_after: string | null;
  ends_at: string | null;
  rows: number;
  /** Short hashes of its ids, and the answer in Brotli; null until first asked for. */
  ids: Uint8Array | null;
  body: Uint8Array | null;
}

export interface HistoryTables {
  changes: ChangeRow;
  commits: CommitRow;
  lives: LifeRow;
  edit_ranks: EditRankRow;
  history_bases: HistoryBaseRow;
  history_segments: HistorySegmentRow;
}

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
  body: string;
  /** The phone's id of the thing, which a corrected record shares. */
  cid: string | null;
  type: string | null;
  code: string;
  message: string;
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
