import { Suspense } from 'react';
import { recordedKind, type Role } from '#domain';
import type { OwnAct } from '#farm/own-acts.ts';
import { CorrectSheet, EditSheet, RefusedSheet } from './correct-sheet.tsx';
import { NewRecordSheet } from './record-form.tsx';
import { openingType, RegisterMenu } from './register-menu.tsx';
import { tandaKinds } from './tanda-kinds.ts';
import type { Values } from './values.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

/** Lazy: only used in the chute. */
const TandaSheet = lazyPart(async () => (await import('./tanda/tanda-sheet.tsx')).TandaSheet);

const OpeningSheet = lazyPart(async () => (await import('./opening-sheet.tsx')).OpeningSheet);

interface RecordOverlayProps {
  readonly role: Role;
  /** A movement type, `menu`, or null. */
  readonly registrar: string | null;
  readonly editId: string | null;
  readonly correctOp: string | null;
  /** A rejected record of another phone. */
  readonly refusedId?: string | null;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  readonly weatherId?: string | null;
  /** Opens the deaths form of a weather record. */
  readonly onDeaths?: (weatherId: string) => void;
  /** Animal by animal instead of one form. */
  readonly isTanda?: boolean;
  /** Opens it at the form's place. */
  readonly onTanda?: (type: string, place: { readonly lotId: string | null; readonly rodeoId: string | null }) => void;
  readonly onPick: (type: string) => void;
  /** Opens a record with its own sheet. */
  readonly onOwn?: (act: OwnAct) => void;
  /** Called with the saved record's id: completes a task. */
  readonly onRecorded?: (movementId: string) => Promise<void>;
  readonly onClose: () => void;
}

/** The sheet to record, edit or correct over any screen; one at a time. */
export const RecordOverlay = (props: RecordOverlayProps) => {
  const { role, registrar, editId, correctOp, refusedId = null, lotId, rodeoId, onPick, onOwn, onClose } = props;
  const { isTanda = false, onTanda, onRecorded, onDeaths, weatherId = null } = props;
  if (correctOp !== null) return <CorrectSheet key={correctOp} opId={correctOp} role={role} onClose={onClose} />;
  if (refusedId !== null) return <RefusedSheet key={refusedId} id={refusedId} role={role} onClose={onClose} />;
  if (editId !== null) return <EditSheet key={editId} id={editId} role={role} onClose={onClose} />;
  if (registrar === null) return null;
  if (registrar === openingType) {
    return (
      <Suspense>
        <OpeningSheet view={null} lotId={lotId} onClose={onClose} />
      </Suspense>
    );
  }
  const kind = recordedKind(registrar);
  if (!kind) return <RegisterMenu {...{ role, onPick, onOwn, onClose }} />;
  const key = `${kind.type} ${lotId ?? ''} ${rodeoId ?? ''} ${weatherId ?? ''}`;
  const from = { lotId, rodeoId };
  if (isTanda && tandaKinds[kind.type]) {
    return (
      <Suspense>
        <TandaSheet key={key} kind={kind} from={from} role={role} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <NewRecordSheet
      key={key}
      kind={kind}
      from={from}
      role={role}
      onClose={onClose}
      weatherId={weatherId}
      {...(onDeaths && { onDeaths })}
      {...(onRecorded && { onRecorded })}
      {...(onTanda && { onTanda: (values: Values) => onTanda(kind.type, placeIn(values)) })}
    />
  );
};

/** Place halves the form has answers for. */
const placeIn = (values: Values): { readonly lotId: string | null; readonly rodeoId: string | null } => {
  const at = (name: string): string | null => (typeof values[name] === 'string' ? values[name] : null);
  return { lotId: at('lot_id'), rodeoId: at('rodeo_id') };
};
