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
  /** In the first view. */
  readonly first: ReactNode;
  /** Among the details. */
  readonly rest: ReactNode;
  /** Updates answers that depend on this one. */
  readonly follow: (name: string, value: unknown) => void;
}

interface PartProps extends QuestionsProps {
  /** The place, answered or implied. */
  readonly lot: unknown;
  readonly rodeo: unknown;
  readonly mayName: boolean;
  readonly sinceLast: SinceLast;
}

/** What a kind's form has beyond one widget per field. */
interface FormPart {
  /** Fields its own questions ask; they get no widget. */
  readonly asks?: readonly string[];
  /** Required by the form, though older records may lack it (domain.md §3.5). */
  readonly needs?: { readonly isLacking: (values: Values) => boolean; readonly issue: Issue };
  readonly questions: (props: PartProps) => Partial<OwnQuestions>;
}

const asId = (place: unknown): string | null => (typeof place === 'string' ? place : null);

/** Asks the mother; in the first view where heifers stand, as calving may make them cows. */
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

/** The cycle's weaning rate with these. */
const ofWeaning: FormPart = {
  questions: ({ lot, rodeo, form: { values }, isNew }) => {
    const place = { lotId: asId(lot), rodeoId: asId(rodeo) };
    return {
      first: (
        <>
          <UnsexedHere {...place}>Antes de destetar, repartí por sexo.</UnsexedHere>
          {/* An edited record is in the figure already. */}
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
      // Another rodeo has other empty cows.
      follow: (name) => {
        if (name === 'rodeo_id') sourceFields.forEach((other) => form.set(other, undefined));
      },
    };
  },
};

/** Products and animals. A treatment without animals says nothing, so the form requires them. */
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
      // 'All' of one place is not all of another.
      follow: (name) => {
        const isPlace = name === 'lot_id' || name === 'rodeo_id';
        if (isPlace && herd && isWholeHerd(herd, form.values['animals'])) form.set('animals', undefined);
      },
    };
  },
};

/** Form parts by kind, loaded with the forms. */
export const formParts: Readonly<Record<string, FormPart>> = {
  [birth.type]: ofBirth,
  [treatment.type]: ofTreatment,
  [medicine.type]: ofTreatment,
  [rain.type]: ofRain,
  [weaning.type]: ofWeaning,
  [pregnancyDiagnosis.type]: ofDiagnosis,
};
