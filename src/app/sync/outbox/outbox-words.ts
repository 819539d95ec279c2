import type { EntryKind } from '#domain/supplies/stock.ts';
import type { Issue } from '#domain/validation.ts';
import type { Subject } from '#store/op.ts';

/** How far a record is on its way (ux.md §1.2): what the row's badge says. */
export type SendState = 'pendiente' | 'enviando' | 'enviado' | 'con_error' | 'revisar' | 'espera_sesion';

/** One line of Pendientes. */
export interface PendingView {
  readonly opId: string;
  readonly title: string;
  readonly summary: string;
  readonly state: SendState;
  readonly recordedAt: string;
  /** 0 while the server cannot have seen it. */
  readonly attempts: number;
  /** Why it needs a person, in Spanish. */
  readonly problem: { readonly code: string; readonly message: string; readonly issues: readonly Issue[] } | null;
  /** Depends on another record that has a problem or has not arrived. */
  readonly waitsFor: string | null;
  /** Who recorded it, where that is somebody else: this phone carries it for him. */
  readonly author: string | null;
  readonly subject: Subject;
  readonly movementType: string | null;
  readonly entityId: string;
  /** `create`, `edit` or `delete`. */
  readonly act: 'create' | 'edit' | 'delete';
  /** Whether a form says it anew: of what was refused, and of one's own while it waits. */
  readonly canCorrect: boolean;
}

/** The global chip (ux.md §1.2): what is true of the outbox and of the link, never more. */
export interface SyncStatus {
  readonly reach: 'unknown' | 'reachable' | 'unreachable';
  readonly waiting: number;
  /** When the oldest of those that wait was recorded. */
  readonly waitingSince: string | null;
  readonly sending: { readonly done: number; readonly total: number } | null;
  readonly withError: number;
  readonly needsSignIn: boolean;
  /** The server takes nothing from an app as old as this one: sending goes on after the update. */
  readonly mustUpdate: boolean;
  /** What is new finds no room on this phone; what is recorded here goes on. */
  readonly noSpace: boolean;
  /** The server makes this phone fetch everything anew, again and again: what is new is not here. */
  readonly turnedBack: boolean;
  /** How far the server's clock is ahead of this device's, ms; 0 as long as it is less than an hour, or not known. */
  readonly skewMs: number;
  readonly lastSentAt: string | null;
  readonly lastPulledAt: string | null;
  /** First load: share of the snapshot that is on the phone, 0 to 1; null when it is whole. */
  readonly preparing: number | null;
  /** First load: the table whose rows came last; null before the first, and when it is whole. */
  readonly arriving: string | null;
  /** The farm is whole on this phone: 'Lista para usar sin señal'. */
  readonly ready: boolean;
}

/** A line of an item's book (domain.md §2.5, kardex): what came in or went out, and what there was after it. */
export interface KardexLine {
  readonly key: string;
  readonly movementId: string;
  readonly movementType: string;
  readonly date: string;
  /** `Ingreso`, `Consumo`, … and what the record says of itself. */
  readonly kind: EntryKind;
  readonly summary: string;
  /** In the item's unit; below zero for what went out. */
  readonly delta: number;
  readonly balance: number;
  readonly batch: string | null;
  readonly author: string | null;
  readonly state: SendState;
  /** What 'Deshacer' takes back, while that leaves no trace. */
  readonly undoOp: string | null;
}
