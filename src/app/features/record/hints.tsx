import type { RecordedKind } from '../../../domain/movements/define.ts';
import { relativeDay } from '../../../domain/dates.ts';
import type { Role } from '../../../domain/people/roles.ts';
import type { Issue } from '../../../domain/validation.ts';
import { ChipGroup } from '../../ui/chip.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import type { FarmThings } from './start.ts';
import { fieldId } from './record-fields.tsx';
import { isSameRainAsked, sameRainAnswer, sameRainAnswers, sameRainField, type SameRainAnswer } from './same-rain.ts';
import type { FormState } from './use-record-form.ts';
import { payloadFrom } from './values.ts';
import { calvesLeaving, shortages } from './words.ts';

interface HintsProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly form: FormState;
  readonly things: FarmThings;
}

const sameRainOptions = (Object.keys(sameRainAnswers) as SameRainAnswer[]).map((value) => ({
  value,
  label: sameRainAnswers[value],
}));

const errorAt = (issues: readonly Issue[], path: string): { readonly error?: string } => {
  const message = issues.find((issue) => issue.path === path)?.message;
  return message === undefined ? {} : { error: message };
};

/** What is worth a look before saving; nothing here stops anybody (ux.md §1.2, Duplicates and Stale stock). */
export const Hints = ({ kind, role, form, things }: HintsProps) => {
  const { values, issues, set } = form;
  const today = useToday();
  const payload = payloadFrom(kind, values);
  const alike = useLive(
    (views) => views.possibleDuplicate(kind.type, payload),
    [kind.type, payload['date'], payload['campo_id'], payload['lot_id'], payload['rodeo_id']],
  );
  const { state } = useSession();
  const twin = alike ?? null;
  const missing = shortages(kind, values, things, today);
  // The sky is the same for everybody: two records of one storm are one too many. Two births in a lot are two births.
  const isLikely = alike !== undefined && alike !== null && kind.group === 'clima';
  return (
    <>
      {isLikely ? (
        <Notice tone="warn" role="status">
          {`${alike.author ?? 'Alguien'} ya cargó ${alike.summary.split(' · ')[0] ?? ''} ${relativeDay(alike.movement.date, today)}`}
        </Notice>
      ) : null}
      {isSameRainAsked(twin, { role, userId: state.user?.id }) ? (
        <ChipGroup
          id={fieldId(sameRainField)}
          label="¿Sumar o reemplazar?"
          options={sameRainOptions}
          value={sameRainAnswer(values, twin)}
          onChange={(answer) => set(sameRainField, { of: twin.key, answer })}
          {...errorAt(issues, sameRainField)}
        />
      ) : null}
      {calvesLeaving(kind, values, things) ? (
        <Notice role="status">
          Desde el 1/1/2026 ningún ternero se traslada, ni queda en el campo después del destete, sin caravana
          electrónica.
        </Notice>
      ) : null}
      {missing.map((sentence) => (
        <Notice key={sentence} tone="warn" role="status">
          {sentence}
        </Notice>
      ))}
    </>
  );
};
