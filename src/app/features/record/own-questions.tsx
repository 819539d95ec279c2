import type { RecordedKind } from '#domain/movements/define.ts';
import { type Issue, type Movement, payloadOf, recordedKind } from '#domain';
import { useMay } from '#platform';
import { CheckField } from '#ui';
import { formParts, type OwnQuestions } from './kinds/parts.tsx';
import type { QuestionsProps } from './use-record-form.tsx';
import { useSinceLast } from './rain-span.tsx';
import type { Values } from './values.ts';

/** Whether the kind's own questions ask the field. */
export const isAskedApart = ({ type }: RecordedKind, name: string): boolean =>
  formParts[type]?.asks?.includes(name) ?? false;

/** Missing by the form's own rule, beyond the schema; not if the edited record lacked it already. */
export function lackingIn({ type }: RecordedKind, values: Values, before: Values | null): readonly Issue[] {
  const needed = formParts[type]?.needs;
  return needed && needed.isLacking(values) && !(before && needed.isLacking(before)) ? [needed.issue] : [];
}

const nothingAsked: OwnQuestions = { first: null, rest: null, follow: () => undefined };

/** The kind's own questions: empty cows, mother, rain period. */
export function useOwnQuestions(props: QuestionsProps): OwnQuestions {
  const { kind, form, found, recordId } = props;
  const mayName = useMay('edit-places');
  const { values, set } = form;
  const sinceLast = useSinceLast(kind, recordId);
  const [lot, rodeo] = ['lot_id', 'rodeo_id'].map((name) => (values[name] === undefined ? found[name] : values[name]));
  const part = formParts[kind.type];
  if (part) return { ...nothingAsked, ...part.questions({ ...props, lot, rodeo, mayName, sinceLast }) };
  if (kind.kills && props.isNew) {
    const first = (
      <CheckField
        label="¿Hubo animales muertos?"
        hint="Al guardar se abre Muerte, con la causa puesta."
        checked={values[deathsField] === true}
        onChange={(checked) => set(deathsField, checked ? true : undefined)}
      />
    );
    return { ...nothingAsked, first };
  }
  return nothingAsked;
}

/** Answer to '¿Hubo animales muertos?': form only, not part of the record. */
export const deathsField = 'hubo_muertos';

/** Initial values of the deaths form: date, lot and cause from the weather record. */
export function deathsAfter(weather: Movement): Values {
  const values = payloadOf(weather, ['extreme', 'lot_ids']);
  const cause = recordedKind(weather.type)?.kills?.(values);
  const lots = values.lot_ids;
  const [lot] = Array.isArray(lots) ? (lots as string[]) : [];
  return { date: weather.date, ...(lot !== undefined && { lot_id: lot }), ...(cause !== undefined && { cause }) };
}
