import type { ReactNode } from 'react';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { UnsexedHere } from '../../frame/unsexed-here.tsx';
import { useMay } from '../../frame/use-may.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { CullOffer } from './cull-offer.tsx';
import { sourceFields } from './culls.ts';
import { deathsField, mayKill } from './dead-of-weather.ts';
import { MotherFields } from './mother-fields.tsx';
import { areHeifersAt } from './mothers.ts';
import { RainSpan } from './rain-span.tsx';
import { useSinceLast } from './since-last.ts';
import type { RecordFormProps } from './record-form-props.ts';
import type { FormState } from './use-record-form.ts';
import type { Values } from './values.ts';
import { WeaningShare } from './weaning-share.tsx';
import { useWithdrawalOffer } from './withdrawal-offer.tsx';

const asked: Readonly<Record<string, readonly string[]>> = {
  BIRTH: ['mother_category', 'to_category', 'mothers'],
  RAIN: ['mode', 'since'],
};

/** Whether a field has no widget of its own, because a question of its kind asks for it. */
export const isAskedApart = ({ type }: RecordedKind, name: string): boolean => asked[type]?.includes(name) ?? false;

interface OwnQuestionsProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things' | 'recordId' | 'isNew'> {
  readonly form: FormState;
  /** Halves of the place that follow from the other answers. */
  readonly found: Values;
  readonly today: string;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}

interface OwnQuestions {
  /** Of the first view. */
  readonly first: ReactNode;
  /** Among the details. */
  readonly rest: ReactNode;
  /** What follows from an answer for those that hang on it. */
  readonly follow: (name: string, value: unknown) => void;
}

const asId = (place: unknown): string | null => (typeof place === 'string' ? place : null);

/** What a kind asks beyond its fields one by one: where empty cows go, who calved, since when it rained. */
export function useOwnQuestions(props: OwnQuestionsProps): OwnQuestions {
  const { kind, things, form, found, recordId } = props;
  const mayName = useMay('edit-places');
  const { values, set } = form;
  const sinceLast = useSinceLast(kind, recordId);
  const withdrawal = useWithdrawalOffer(kind, form);
  const [lot, rodeo] = ['lot_id', 'rodeo_id'].map((name) => (values[name] === undefined ? found[name] : values[name]));
  if (kind.type === 'PREGNANCY_DIAGNOSIS') {
    const rodeoId = values['rodeo_id'] ?? found['rodeo_id'];
    return {
      first: <CullOffer {...{ things, form, rodeoId, mayName }} />,
      rest: null,
      // Of another rodeo other cows are empty.
      follow: (name) => {
        if (name === 'rodeo_id') sourceFields.forEach((other) => set(other, undefined));
      },
    };
  }
  if (mayKill(kind) && props.isNew) {
    return {
      first: (
        <CheckField
          label="¿Hubo animales muertos?"
          hint="Al guardar se abre Muerte, con la causa puesta."
          checked={values[deathsField] === true}
          onChange={(checked) => set(deathsField, checked ? true : undefined)}
        />
      ),
      rest: null,
      follow: () => undefined,
    };
  }
  if (kind.type === 'BIRTH') {
    const mother = <MotherFields {...props} lot={lot} />;
    const isFirst = Boolean(values['mother_category']) || areHeifersAt(things, lot, rodeo);
    return { first: isFirst ? mother : null, rest: isFirst ? null : mother, follow: () => undefined };
  }
  if (kind.type === 'WEANING') {
    const place = { lotId: asId(lot), rodeoId: asId(rodeo) };
    const first = (
      <>
        <UnsexedHere {...place}>Antes de destetar, repartí por sexo.</UnsexedHere>
        {/* One that is being corrected is in the figure already. */}
        {props.isNew ? <WeaningShare values={values} rodeoId={place.rodeoId} /> : null}
      </>
    );
    return { first, rest: null, follow: () => undefined };
  }
  return {
    first: kind.type === 'RAIN' ? <RainSpan {...props} sinceLast={sinceLast} /> : withdrawal.notice,
    rest: null,
    follow: (name, value) => {
      sinceLast.follow(form, { ...values, [name]: value });
      withdrawal.follow(name, value);
    },
  };
}
