import type { RecordedKind } from '#domain/movements/define.ts';
import { type Issue, relativeDay, type Role } from '#domain';
import { ChipGroup, Notice } from '#ui';
import { useLive, useSession, useToday } from '#platform';
import { TagReminder } from '#farm/tag-reminder.tsx';
import type { FarmThings } from './start.ts';
import { fieldId } from './record-fields.tsx';
import styles from './record.module.css';
import { isSameRainAsked, sameRainAnswer, sameRainAnswers, sameRainField, type SameRainAnswer } from './same-rain.ts';
import type { FormState } from './use-record-form.ts';
import { payloadFrom } from './values.ts';
import { typesIn } from './words.ts';

interface SameSkyProps {
  readonly kind: RecordedKind;
  readonly role: Role;
  readonly form: FormState;
}

interface HintsProps extends Pick<SameSkyProps, 'kind' | 'form'> {
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

/** Warns of a duplicate rain (ux.md §1.2, Duplicates) before typing. Two births in a lot are two births. */
export const SameSky = ({ kind, role, form }: SameSkyProps) => {
  const { values, issues, set } = form;
  const today = useToday();
  const payload = payloadFrom(kind, values);
  const alike = useLive(
    (views) => views.possibleDuplicate(kind.type, payload),
    [kind.type, payload['date'], payload['campo_id'], payload['lot_id'], payload['rodeo_id']],
  );
  const { state } = useSession();
  const duplicate = alike ?? null;
  if (!duplicate) return null;
  return (
    <div className={styles.sky}>
      <Notice
        tone="warn"
        role="status"
        action={
          isSameRainAsked(duplicate, { role, userId: state.user?.id }) ? (
            <ChipGroup
              id={fieldId(sameRainField)}
              label="¿Sumar o reemplazar?"
              labelHidden
              options={sameRainOptions}
              value={sameRainAnswer(values, duplicate)}
              onChange={(answer) => set(sameRainField, { of: duplicate.key, answer })}
              {...errorAt(issues, sameRainField)}
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
export const CalfTags = ({ kind, form: { values }, things }: HintsProps) => (
  <TagReminder
    kind={kind}
    date={payloadFrom(kind, values)['date']}
    types={typesIn(kind, values)}
    categories={things.categories}
  />
);

/** Doubts to check before saving; never blocks. */
export const Hints = ({ kind, form: { values } }: Pick<HintsProps, 'kind' | 'form'>) => {
  const doubt = kind.form.doubt?.(values) ?? null;
  return doubt === null ? null : (
    <Notice tone="warn" role="status">
      {doubt}
    </Notice>
  );
};
