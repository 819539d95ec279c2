/** Last values and use by kind, on this device for this organization (ux.md §1.2, defaults from last time). */
export interface Habits {
  readonly byType: Readonly<
    Record<
      string,
      {
        readonly count: number;
        readonly lotId?: string | null;
        readonly rodeoId?: string | null;
        readonly campoId?: string | null;
        readonly categoryIds: readonly string[];
        /** Births only: who calved. */
        readonly motherId?: string;
      }
    >
  >;
  readonly recentLotIds: readonly string[];
  readonly lastId?: string;
  /** The note written after `lastId`; none once there is a newer record. */
  readonly lastNoteId?: string;
}

export const noHabits: Habits = { byType: {}, recentLotIds: [] };
