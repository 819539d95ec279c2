import type { EntryKind } from '#domain/supplies/stock.ts';
import type { Issue } from '#domain/validation.ts';
import type { Subject } from '#store/op.ts';

/** The row's badge (ux.md §1.2). */
export type SendState = 'pendiente' | 'enviando' | 'enviado' | 'con_error' | 'revisar' | 'espera_sesion';

export interface PendingView {
  readonly opId: string;
  readonly title: string;
  readonly summary: string;
  readonly state: SendState;
  readonly recordedAt: string;
  /** 0 while the server cannot have seen it. */
  readonly attempts: number;
  readonly problem: { readonly code: string; readonly message: string; readonly issues: readonly Issue[] } | null;
  /** The record it waits for, which is unsent or has a problem. */
  readonly waitsFor: string | null;
  /** Its author, if somebody else: this phone carries it for him. */
  readonly author: string | null;
  readonly subject: Subject;
  readonly movementType: string | null;
  readonly entityId: string;
  readonly act: 'create' | 'edit' | 'delete';
  /** Rejected ones, and one's own while they wait, where a form exists. */
  readonly canCorrect: boolean;
}

/** The global chip (ux.md §1.2): what is true of outbox and link, never more. */
export interface SyncStatus {
  readonly reach: 'unknown' | 'reachable' | 'unreachable';
  readonly waiting: number;
  readonly waitingSince: string | null;
  readonly sending: { readonly done: number; readonly total: number } | null;
  readonly withError: number;
  readonly needsSignIn: boolean;
  /** The server rejects an app this old: sending resumes after the update. */
  readonly mustUpdate: boolean;
  /** No room for news; recording goes on. */
  readonly noSpace: boolean;
  /** The server makes this phone reload again and again: news is missing. */
  readonly turnedBack: boolean;
  /** The server answers, and what was last asked of it for did not come: news may be missing. */
  readonly isBehind: boolean;
  /** Server clock minus device clock, ms; 0 below an hour or if unknown. */
  readonly skewMs: number;
  readonly lastSentAt: string | null;
  /** First load: share on the phone, 0 to 1; null when complete. */
  readonly preparing: number | null;
  /** First load: the table that arrived last; null before the first, and when complete. */
  readonly arriving: string | null;
  /** The farm is complete here: 'Lista para usar sin señal'. */
  readonly ready: boolean;
}

/** A line of an item's book (domain.md §2.5, kardex): an amount in or out, and the balance after it. */
export interface KardexLine {
  readonly key: string;
  readonly movementId: string;
  readonly movementType: string;
  readonly date: string;
  /** `Ingreso`, `Consumo`, … */
  readonly kind: EntryKind;
  readonly summary: string;
  /** In the item's unit; negative: out. */
  readonly delta: number;
  readonly balance: number;
  readonly batch: string | null;
  readonly author: string | null;
  readonly state: SendState;
  /** What 'Deshacer' undoes, while that leaves no trace. */
  readonly undoOp: string | null;
}
