import { weighs } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { useToday } from '#platform';
import { CheckField, Stack } from '#ui';
import { FieldWidget } from '../field-widget.tsx';
import { fieldId } from '../record-fields.tsx';
import { foundPlace, type FarmThings } from '../start.ts';
import { tandaKinds } from '../tanda-kinds.ts';
import { isSettled } from '../where.ts';
import type { TandaState } from './use-tanda.ts';

interface TandaPlaceProps {
  readonly kind: RecordedKind;
  readonly things: FarmThings;
  readonly state: TandaState;
  readonly onDone: () => void;
}

/** Place and date of the tanda. */
export const TandaPlace = ({ kind, things, state, onDone }: TandaPlaceProps) => {
  const today = useToday();
  const { tanda, set } = state;
  return (
    <Stack>
      {(tandaKinds[kind.type]?.place ?? []).map((name) => {
        const field = kind.fields[name];
        return field && !isSettled(kind, name, things) ? (
          <FieldWidget
            key={name}
            id={fieldId(name)}
            name={name}
            field={field}
            kind={kind}
            values={tanda.values}
            found={foundPlace(kind, tanda.values, things)}
            things={things}
            today={today}
            error={state.issues.find((issue) => issue.path === name)?.message}
            onChange={(value) => set({ values: { ...tanda.values, [name]: value } })}
            onDone={onDone}
          />
        ) : null;
      })}
      {weighs(kind) ? (
        <CheckField
          label="Anotar la caravana de cada animal"
          checked={tanda.withTags}
          onChange={(withTags) => set({ withTags, tag: '' })}
        />
      ) : null}
    </Stack>
  );
};
