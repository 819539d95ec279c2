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
  /** Which part of its month, newest first. */
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
  history_bases: HistoryBaseRow;
  history_segments: HistorySegmentRow;
}
