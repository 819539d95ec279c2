import type { ReactNode } from 'react';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { Issue, Payload, Result, Role } from '#domain';
import type { Saved, SaveProblem } from '#sync/farm.ts';
import type { FarmThings } from './start.ts';
import type { TandaEntry } from './tanda-button.tsx';
import type { Values } from './values.ts';

/** Props of the record form. */
export interface RecordFormProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly title: string;
  readonly things: FarmThings;
  readonly start: Values;
  /** Draft of an earlier visit. */
  readonly draft: Values | null;
  readonly draftKey: string;
  readonly issues?: readonly Issue[];
  /** Id of the edited record. */
  readonly recordId?: string;
  /** A new record: can be a duplicate, run short, be followed by another. */
  readonly isNew: boolean;
  readonly notice?: ReactNode;
  /** Way to the tanda, from the place filled in. */
  readonly tanda?: TandaEntry & { readonly onOpen: (values: Values) => void };
  readonly save: (payload: Payload, values: Values) => Promise<Result<Saved, SaveProblem>>;
  readonly onClose: () => void;
}
