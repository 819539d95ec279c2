import type { Generated } from 'kysely';

/** A thing of the office as it is kept: the form as it was filled in is one document, what is asked for by itself has a column. */
export interface OfficeRow {
  id: string;
  organization_id: string;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  deleted: number;
  deleted_by: string | null;
  deleted_at: string | null;
  /** JSON of the form. */
  content: string;
  /** JSON of who changed which fields when: only ever grows. */
  edits: string;
}

export interface NoteRow extends OfficeRow {
  visibility: 'todos' | 'yo';
}

export interface TaskRow extends OfficeRow {
  state: string;
}

export interface CycleRow extends OfficeRow {
  state: string;
  /** The state that a person gave it last. */
  hand_state: string;
  /** How far its movements had brought it when that person did (`domain/office/cycles.ts`). */
  seen_event: string | null;
  service_start: string;
  service_end: string;
}

export interface InvoiceRow extends OfficeRow {
  state: string;
  /** Issuer, letter and kind, point of sale and number in one text; null until all are known. */
  identity: string | null;
}

/** A thing that is made of fields: which one, and what it is called. */
export interface PlainRow extends OfficeRow {
  thing: string;
  name: string;
}

/** A second capture of an invoice: the id that its phone made stands for the invoice that was there. */
interface CaptureRow {
  organization_id: string;
  id: string;
  invoice_id: string;
}

/** A file of an invoice; its bytes lie in the data folder under its id. */
export interface FileRow {
  id: string;
  organization_id: string;
  invoice_id: string;
  name: string;
  type: string;
  size: number;
  digest: string;
  created_by: string | null;
  created_at: string;
}

/** A thread between a telephone and the product (domain.md §1.10). Of no farm: `organization_id` is a guess by the telephone. */
interface ConversationRow {
  id: string;
  phone: string;
  user_id: string | null;
  organization_id: string | null;
  last_message: string | null;
  last_at: string;
  unread: number;
}

export interface MessageRow {
  id: string;
  conversation_id: string;
  provider_id: string | null;
  direction: 'in' | 'out';
  text: string | null;
  choice: string | null;
  /** What it carries, of whatever type. */
  audio_id: string | null;
  at: string;
  state: string;
  movement_id: string | null;
}

/** A voice, a picture or a document of a message, by its type; its bytes lie in the data folder under its id. */
interface AudioRow {
  id: string;
  conversation_id: string;
  type: string;
  size: number;
  created_at: string;
}

/** Who of the platform looked at what (trust.md row 58): only ever grows. */
interface AccessRow {
  id: Generated<number>;
  at: string;
  user_id: string;
  session_id: string;
  what: string;
  thing_id: string | null;
}

export interface OfficeTables {
  notes: NoteRow;
  tasks: TaskRow;
  cycles: CycleRow;
  invoices: InvoiceRow;
  things: PlainRow;
  invoice_captures: CaptureRow;
  files: FileRow;
  conversations: ConversationRow;
  messages: MessageRow;
  audios: AudioRow;
  accesses: AccessRow;
}
