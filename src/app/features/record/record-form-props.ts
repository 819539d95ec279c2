import type { ReactNode } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { Issue, Payload, Result, Role } from '#domain';
import type { Saved, SaveProblem } from '#sync/farm.ts';
import type { FarmThings } from './start.ts';
import type { TandaEntry } from './tanda-button.tsx';
import type { Values } from './values.ts';

/** What a form of one kind of record is opened with. */
export interface RecordFormProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly title: string;
  readonly things: FarmThings;
  readonly start: Values;
  /** What an earlier visit left half-typed. */
  readonly draft: Values | null;
  readonly draftKey: string;
  readonly issues?: readonly Issue[];
  /** The record that is changed, as it stands among the others. */
  readonly recordId?: string;
  /** A new record: it can be a duplicate, run short of stock, and be followed by another. */
  readonly isNew: boolean;
  readonly notice?: ReactNode;
  /** The way to record the same animal by animal, from the place that is filled in. */
  readonly tanda?: TandaEntry & { readonly onOpen: (values: Values) => void };
  readonly save: (payload: Payload, values: Values) => Promise<Result<Saved, SaveProblem>>;
  readonly onClose: () => void;
}
