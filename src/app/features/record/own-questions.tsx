import type { RecordedKind } from '../../../domain/movements/define.ts';
import { useMay } from '../../frame/use-may.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { deathsField } from './dead-of-weather.ts';
import { formParts, type OwnQuestions, type QuestionsProps } from './kinds/parts.tsx';
import { useSinceLast } from './since-last.ts';
import { useWithdrawalOffer } from './withdrawal-offer.tsx';

/** Whether a field has no widget of its own, because a question of its kind asks for it. */
export const isAskedApart = ({ type }: RecordedKind, name: string): boolean =>
  formParts[type]?.asks?.includes(name) ?? false;

const nothingAsked: OwnQuestions = { first: null, rest: null, follow: () => undefined };

/** What a kind asks beyond its fields one by one: where empty cows go, who calved, since when it rained. */
export function useOwnQuestions(props: QuestionsProps): OwnQuestions {
  const { kind, form, found, recordId } = props;
  const mayName = useMay('edit-places');
  const { values, set } = form;
  const sinceLast = useSinceLast(kind, recordId);
  const withdrawal = useWithdrawalOffer(kind, form);
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
  return { ...nothingAsked, first: withdrawal.notice, follow: withdrawal.follow };
}
