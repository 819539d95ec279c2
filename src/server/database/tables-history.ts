/** The commit that a farm's kept history is at, by what its reader may see (decision 48). */
interface HistoryBaseRow {
  organization_id: string;
  sight: string;
  seq: number;
  mark: string;
  /** The program that made it: another presents records otherwise. */
  made_by: string;
}

/** Records of one month as phones fetch them, for those who see as much. */
interface HistorySegmentRow {
  organization_id: string;
  sight: string;
  /** What it is asked for by; another one for each time that it is made. */
  tag: string;
  month: string;
  /** Which part of its month, the newest first. */
  part: number;
  /** The place that it comes after and the last place in it, as JSON; null where the month's own ends are meant. */
  begins_after: string | null;
  ends_at: string | null;
  rows: number;
  /** Short hashes of the ids in it, and the whole answer in Brotli; null until somebody asks for it. */
  ids: Uint8Array | null;
  body: Uint8Array | null;
}

export interface HistoryTables {
  history_bases: HistoryBaseRow;
  history_segments: HistorySegmentRow;
}
