import type { ReactNode } from 'react';
import { birth } from '../../../../domain/movements/kinds/inflows.ts';
import { weaning } from '../../../../domain/movements/kinds/moves.ts';
import { pregnancyDiagnosis } from '../../../../domain/movements/kinds/reproduction.ts';
import { rain } from '../../../../domain/movements/kinds/weather.ts';
import { UnsexedHere } from '../../../frame/unsexed-here.tsx';
import { CullOffer } from '../cull-offer.tsx';
import { sourceFields } from '../culls.ts';
import { MotherFields } from '../mother-fields.tsx';
import { areHeifersAt } from '../mothers.ts';
import { RainSpan } from '../rain-span.tsx';
import type { RecordFormProps } from '../record-form-props.ts';
import type { SinceLast } from '../since-last.ts';
import type { FormState } from '../use-record-form.ts';
import type { Values } from '../values.ts';
import { WeaningShare } from '../weaning-share.tsx';

export interface QuestionsProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things' | 'recordId' | 'isNew'> {
  readonly form: FormState;
  /** Halves of the place that follow from the other answers. */
  readonly found: Values;
  readonly today: string;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}

export interface OwnQuestions {
  /** Of the first view. */
  readonly first: ReactNode;
  /** Among the details. */
  readonly rest: ReactNode;
  /** What follows from an answer for those that hang on it. */
  readonly follow: (name: string, value: unknown) => void;
}

interface PartProps extends QuestionsProps {
  /** The place, as said or as it follows. */
  readonly lot: unknown;
  readonly rodeo: unknown;
  readonly mayName: boolean;
  readonly sinceLast: SinceLast;
}

/** What the form of a kind has beyond a widget for each field. */
interface FormPart {
  /** Fields that its questions ask for: they have no widget. */
  readonly asks?: readonly string[];
  readonly questions: (props: PartProps) => Partial<OwnQuestions>;
}

const asId = (place: unknown): string | null => (typeof place === 'string' ? place : null);

/** Who calved: in the first view where heifers stand, which may become cows by it. */
const ofBirth: FormPart = {
  asks: ['mother_category', 'to_category', 'mothers'],
  questions: ({ mayName: _, ...props }) => {
    const mother = <MotherFields {...props} lot={props.lot} />;
    const isFirst = Boolean(props.form.values['mother_category']) || areHeifersAt(props.things, props.lot, props.rodeo);
    return isFirst ? { first: mother } : { rest: mother };
  },
};

/** Since when it rained. */
const ofRain: FormPart = {
  asks: ['mode', 'since'],
  questions: ({ sinceLast, form, ...props }) => ({
    first: <RainSpan {...props} form={form} sinceLast={sinceLast} />,
    follow: (name, value) => sinceLast.follow(form, { ...form.values, [name]: value }),
  }),
};

/** What the weaning of the cycle comes to with these. */
const ofWeaning: FormPart = {
  questions: ({ lot, rodeo, form: { values }, isNew }) => {
    const place = { lotId: asId(lot), rodeoId: asId(rodeo) };
    return {
      first: (
        <>
          <UnsexedHere {...place}>Antes de destetar, repartí por sexo.</UnsexedHere>
          {/* One that is being corrected is in the figure already. */}
          {isNew ? <WeaningShare values={values} rodeoId={place.rodeoId} /> : null}
        </>
      ),
    };
  },
};

/** Where the empty cows go. */
const ofDiagnosis: FormPart = {
  questions: ({ things, form, found, mayName }) => {
    const rodeoId = form.values['rodeo_id'] ?? found['rodeo_id'];
    return {
      first: <CullOffer {...{ things, form, rodeoId, mayName }} />,
      // Of another rodeo other cows are empty.
      follow: (name) => {
        if (name === 'rodeo_id') sourceFields.forEach((other) => form.set(other, undefined));
      },
    };
  },
};

/** The parts of forms that only one kind has, by its type. They come with the forms, when the first of them is opened. */
export const formParts: Readonly<Record<string, FormPart>> = {
  [birth.type]: ofBirth,
  [rain.type]: ofRain,
  [weaning.type]: ofWeaning,
  [pregnancyDiagnosis.type]: ofDiagnosis,
};
