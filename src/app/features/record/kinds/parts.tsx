import type { ReactNode } from 'react';
import { medicine, treatment } from '#domain/movements/kinds/care.ts';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { weaning } from '#domain/movements/kinds/moves.ts';
import { pregnancyDiagnosis } from '#domain/movements/kinds/reproduction.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { headsSaid } from '#domain/movements/said.ts';
import type { Issue } from '#domain';
import { UnsexedHere } from '#farm/unsexed-here.tsx';
import { CullOffer } from '../cull-offer.tsx';
import { sourceFields } from '../culls.ts';
import { MotherFields } from '../mother-fields.tsx';
import { GivenQuestions } from '../given/given-questions.tsx';
import { isWholeHerd, wholeHerdAt } from '../given/whole-herd.ts';
import { areHeifersAt } from '../mothers.ts';
import { RainSpan } from '../rain-span.tsx';
import type { QuestionsProps } from '../questions-props.ts';
import type { SinceLast } from '../since-last.ts';
import type { Values } from '../values.ts';
import { WeaningShare } from '../weaning-share.tsx';

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
  /** What its form does not save without, though a record without it can be read (domain.md §3.5). */
  readonly needs?: { readonly isLacking: (values: Values) => boolean; readonly issue: Issue };
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

/** What was given, and to how many. A form that counts no animal says nothing about any: it is asked before it is saved. */
const ofTreatment: FormPart = {
  asks: ['animals', 'products', 'reason', 'withdrawal_days'],
  needs: {
    isLacking: (values) => headsSaid(values) === 0,
    issue: { path: 'animals', message: 'Falta cuántos animales' },
  },
  questions: ({ lot, rodeo, mayName: _mayName, sinceLast: _sinceLast, ...props }) => {
    const { things, form } = props;
    const herd = wholeHerdAt(things, lot, rodeo);
    return {
      first: <GivenQuestions {...props} herd={herd} />,
      // All of one place are not all of another: they are counted anew there.
      follow: (name) => {
        const isPlace = name === 'lot_id' || name === 'rodeo_id';
        if (isPlace && herd && isWholeHerd(herd, form.values['animals'])) form.set('animals', undefined);
      },
    };
  },
};

/** The parts of forms that only one kind has, by its type. They come with the forms, when the first of them is opened. */
export const formParts: Readonly<Record<string, FormPart>> = {
  [birth.type]: ofBirth,
  [treatment.type]: ofTreatment,
  [medicine.type]: ofTreatment,
  [rain.type]: ofRain,
  [weaning.type]: ofWeaning,
  [pregnancyDiagnosis.type]: ofDiagnosis,
};
