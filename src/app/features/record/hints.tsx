import { recordedKind, relativeDay, type Role, roleMay } from '#domain';
import { ChipGroup, Notice } from '#ui';
import { useLive, useSession, useToday } from '#platform';
import { TagReminder } from '#farm/tag-reminder.tsx';
import type { MovementView } from '#sync/farm.ts';
import { fieldId } from './record-fields.tsx';
import type { FormState, RecordFormProps } from './use-record-form.tsx';
import { payloadFrom, typesIn, type Values } from './values.ts';
import styles from './record.module.css';

/** Form field of the answer; it is bound to one record. */
export const sameRainField = 'same_rain';

const sameRainAnswers = { sumar: 'Sumar', reemplazar: 'Reemplazar' } as const;
type SameRainAnswer = keyof typeof sameRainAnswers;

interface Person {
  readonly role: Role;
  readonly userId: string | undefined;
}

/** Whether to ask about another's rain of that day (domain.md §3.6). Without the right to change it, both stay for the office. */
export const isSameRainAsked = (duplicate: MovementView | null, { role, userId }: Person): duplicate is MovementView =>
  duplicate !== null &&
  recordedKind(duplicate.movement.type)?.addsUp === true &&
  duplicate.movement.created_by !== userId &&
  roleMay(role, 'change-any-record');

/** The answer about this record, if any. */
export function sameRainAnswer(values: Values, duplicate: MovementView): SameRainAnswer | null {
  const said = values[sameRainField] as { readonly of: string; readonly answer: SameRainAnswer } | undefined;
  return said?.of === duplicate.key ? said.answer : null;
}

interface HintProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things'> {
  readonly form: FormState;
}

/** Warns of a duplicate rain (ux.md §1.2, Duplicates) before typing. Two births in a lot are two births. */
export const SameSky = ({ kind, role, form }: Omit<HintProps, 'things'>) => {
  const { values, errorOf, set } = form;
  const today = useToday();
  const payload = payloadFrom(kind, values);
  const duplicate = useLive(
    (views) => views.possibleDuplicate(kind.type, payload),
    [kind.type, payload.date, payload.campo_id, payload.lot_id, payload.rodeo_id],
  );
  const { state } = useSession();
  if (!duplicate) return null;
  return (
    <div className={styles.sky}>
      <Notice
        tone="warn"
        role="status"
        action={
          isSameRainAsked(duplicate, { role, userId: state.user?.id }) ? (
            <ChipGroup<SameRainAnswer>
              id={fieldId(sameRainField)}
              label="¿Sumar o reemplazar?"
              labelHidden
              options={sameRainAnswers}
              value={sameRainAnswer(values, duplicate)}
              onChange={(answer) => set(sameRainField, { of: duplicate.key, answer })}
              {...errorOf(sameRainField)}
            />
          ) : null
        }
      >
        {`${duplicate.author ?? 'Alguien'} ya cargó ${duplicate.summary.split(' · ')[0] ?? ''} ${relativeDay(duplicate.movement.date, today)}`}
      </Notice>
    </div>
  );
};

/** Tag reminder for calves that leave, also on edits: date or category may change. */
export const CalfTags = ({ kind, form: { values }, things }: Omit<HintProps, 'role'>) => (
  <TagReminder
    kind={kind}
    date={payloadFrom(kind, values).date}
    types={typesIn(kind, values)}
    categories={things.categories}
  />
);

/** Doubts to check before saving; never blocks. */
export const Hints = ({ kind, form: { values } }: Pick<HintProps, 'kind' | 'form'>) => {
  const doubt = kind.form.doubt?.(values) ?? null;
  return doubt === null ? null : (
    <Notice tone="warn" role="status">
      {doubt}
    </Notice>
  );
};
