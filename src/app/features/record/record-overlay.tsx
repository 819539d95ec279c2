import { recordedKind } from '../../../domain/movements/registry.ts';
import type { Role } from '../../../domain/people/roles.ts';
import { CorrectSheet } from './correct-sheet.tsx';
import { EditSheet } from './edit-sheet.tsx';
import { NewRecordSheet } from './new-record-sheet.tsx';
import { RefusedSheet } from './refused-sheet.tsx';
import { RegisterMenu } from './register-menu.tsx';

interface RecordOverlayProps {
  readonly role: Role;
  /** A movement type, or `menu`, or null when nothing is being recorded. */
  readonly registrar: string | null;
  readonly editId: string | null;
  readonly correctOp: string | null;
  /** A record of somebody's phone that the server refused. */
  readonly refusedId?: string | null;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  readonly onPick: (type: string) => void;
  readonly onClose: () => void;
}

/** What may be recorded, changed or corrected over any screen; one at a time. */
export const RecordOverlay = (props: RecordOverlayProps) => {
  const { role, registrar, editId, correctOp, refusedId = null, lotId, rodeoId, onPick, onClose } = props;
  if (correctOp !== null) return <CorrectSheet key={correctOp} opId={correctOp} role={role} onClose={onClose} />;
  if (refusedId !== null) return <RefusedSheet key={refusedId} id={refusedId} role={role} onClose={onClose} />;
  if (editId !== null) return <EditSheet key={editId} id={editId} role={role} onClose={onClose} />;
  if (registrar === null) return null;
  const kind = recordedKind(registrar);
  if (!kind) return <RegisterMenu role={role} onPick={onPick} onClose={onClose} />;
  const key = `${kind.type} ${lotId ?? ''} ${rodeoId ?? ''}`;
  return <NewRecordSheet key={key} kind={kind} from={{ lotId, rodeoId }} role={role} onClose={onClose} />;
};
