import { sentences } from '../../../contract/sentences.ts';
import { counted } from '../../../domain/text.ts';
import { useDraft, useDraftOnce } from '../../frame/drafts.ts';
import { useFarm, useFarmStatus, useLive } from '../../frame/farm-context.tsx';
import { FormSheet } from '../../frame/form-sheet.tsx';
import { failureOf, useForm } from '../../frame/forms/use-form.ts';
import { useToday } from '../../frame/today.ts';
import { DateField } from '../../ui/date-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastSaved } from '../../ui/toast-saved.ts';
import { DestinationPicker } from './destination-picker.tsx';
import { type FarmAround, readAround } from './farm-around.ts';
import { destinationsOf, type MoveDraft, type MoveFrom, movedLines, moveRecord, sourcesOf } from './move.ts';
import { WhatMoves } from './what-moves.tsx';

interface ChangeLotSheetProps {
  readonly from: MoveFrom;
  readonly onClose: () => void;
}

/** Animals to another lot: what, where to, and what the lot carries then (domain.md §2.17, 'Mover'). */
export const ChangeLotSheet = (props: ChangeLotSheetProps) => {
  const { from, onClose } = props;
  const around = useLive(readAround);
  const kept = useDraftOnce(draftKeyOf(from));
  if (!around || kept === undefined) {
    return (
      <Sheet open title="Mover" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  if (sourcesOf(around.stock, from).length === 0) {
    return (
      <Sheet open title="Mover" onClose={onClose}>
        <Notice>No hay animales para mover.</Notice>
      </Sheet>
    );
  }
  return <Move {...props} around={around} kept={kept} />;
};

const draftKeyOf = ({ lotId, rodeoId }: MoveFrom): string => `mover ${lotId ?? ''} ${rodeoId ?? ''}`;

interface MoveProps extends ChangeLotSheetProps {
  readonly around: FarmAround;
  readonly kept: Readonly<Record<string, unknown>> | null;
}

const Move = ({ from, around, kept, onClose }: MoveProps) => {
  const today = useToday();
  const { form, sources, source } = useMove({ from, around, kept, onClose });
  const lines = source ? movedLines(form.values, source) : [];
  const heads = lines.reduce((sum, line) => sum + line.count, 0);
  return (
    <FormSheet
      form={form}
      title="Mover"
      saveLabel={heads > 0 ? `Mover ${counted(heads, 'cabeza')}` : 'Mover'}
      fieldId={(path) => form.fieldId(/^(date|source)/.exec(path)?.[0] ?? 'to_lot_id')}
      onClose={onClose}
    >
      <WhatMoves form={form} around={around} sources={sources} source={source} />
      <DestinationPicker
        around={around}
        destinations={destinationsOf(lines, source?.lotId ?? null, around)}
        {...form.bind('toLotId', 'to_lot_id')}
      />
      <DateField label="¿Cuándo?" today={today} max={today} {...form.bind('date')} />
    </FormSheet>
  );
};

/** The draft of the move, what it takes from, and its save. */
function useMove({ from, around, kept, onClose }: MoveProps) {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const today = useToday();
  const sources = sourcesOf(around.stock, from);
  // Among several of a whole farm nobody knows which are meant.
  const isAsked = sources.length > 1 && from.lotId === undefined && from.rodeoId === undefined;
  const start: MoveDraft = {
    source: isAsked ? '' : (sources[0]?.key ?? ''),
    what: 'todo',
    heads: {},
    toLotId: '',
    date: today,
  };
  const draftKey = draftKeyOf(from);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, kept),
    save: async (draft) => {
      const chosen = sources.find((one) => one.key === draft.source);
      if (!chosen) return { message: null, issues: [{ path: 'source', message: 'Elegí cuáles' }] };
      if (movedLines(draft, chosen).length === 0) {
        return { message: null, issues: [{ path: 'animals', message: 'Ingresá al menos una categoría' }] };
      }
      if (!draft.toLotId) {
        return { message: null, issues: [{ path: 'to_lot_id', message: 'Elegí el lote de destino' }] };
      }
      const { type, payload } = moveRecord(draft, chosen);
      const saved = await farm.acts.recordMovement(type, payload, draftKey);
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        return failure.issues.length > 0
          ? failure
          : { ...failure, message: failure.message || sentences.animalTransferFailed };
      }
      toastSaved(reach === 'reachable');
      onClose();
      return null;
    },
  });
  return { form, sources, source: sources.find((one) => one.key === form.values.source) };
}
