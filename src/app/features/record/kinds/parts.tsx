import type { ReactNode } from 'react';
import { medicine, treatment } from '#domain/movements/kinds/care.ts';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { weaning } from '#domain/movements/kinds/moves.ts';
import { pregnancyDiagnosis } from '#domain/movements/kinds/reproduction.ts';
import { rain } from '#domain/movements/kinds/weather.ts';
import { headsSaid } from '#domain/movements/said.ts';
import {
  byId,
  type Cell,
  counted,
  cycle as cycleThing,
  cycleFor,
  formatNumber,
  indicesOf,
  type Issue,
  lotOf,
  rodeoOf,
  standingHeads,
} from '#domain';
import { ofToday } from '#farm/here-words.ts';
import { UnsexedHere } from '#farm/unsexed-here.tsx';
import { percent, withTotals } from '#farm/cycle-totals.ts';
import { useLive } from '#platform';
import { CheckField, Notice, SelectField } from '#ui';
import { cowsIn, keyOf, sourceFields, sourcesOf, targetOf } from '../culls.ts';
import { GivenQuestions } from '../given/given-questions.tsx';
import { isWholeHerd, wholeHerdAt } from '../given/whole-herd.ts';
import { areHeifersAt, MotherFields } from '../mothers.tsx';
import type { QuestionsProps } from '../use-record-form.tsx';
import { RainSpan, type SinceLast } from '../rain-span.tsx';
import type { FarmThings } from '../start.ts';
import { headsIn, type Values } from '../values.ts';

export interface OwnQuestions {
  /** In the first view. */
  readonly first: ReactNode;
  /** Among the details. */
  readonly rest: ReactNode;
  /** Updates answers that depend on this one. */
  readonly follow: (name: string, value: unknown) => void;
}

interface PartProps extends QuestionsProps {
  readonly lot: unknown;
  readonly rodeo: unknown;
  /** May create a missing category. */
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
    const isFirst = Boolean(props.form.values.mother_category) || areHeifersAt(props.things, props.lot, props.rodeo);
    return isFirst ? { first: mother } : { rest: mother };
  },
};

const ofRain: FormPart = {
  asks: ['mode', 'since'],
  questions: ({ sinceLast, form, ...props }) => ({
    first: <RainSpan {...props} form={form} sinceLast={sinceLast} />,
    follow: (name, value) => sinceLast.follow(form, { ...form.values, [name]: value }),
  }),
};

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

const ofDiagnosis: FormPart = {
  questions: ({ things, form, found, mayName, isNew, today }) => {
    const rodeoId = form.values.rodeo_id ?? found.rodeo_id;
    return {
      first: (
        <>
          {isNew ? <TooManyExamined {...{ things, form, rodeoId, today }} /> : null}
          <CullOffer {...{ things, form, rodeoId, mayName }} />
        </>
      ),
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
        if (isPlace && herd && isWholeHerd(herd, form.values.animals)) form.set('animals', undefined);
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

interface WeaningShareProps {
  readonly values: Values;
  readonly rodeoId: string | null;
}

/** What the open cycle of a rodeo comes to so far; null without one. */
function useTally(type: string, rodeoId: string | null, values: Values) {
  const day = typeof values.date === 'string' ? values.date : '';
  return useLive(
    async (views) => {
      if (rodeoId === null || day === '') return null;
      const cycles = await views.things(cycleThing.name);
      const id = cycleFor(
        type,
        rodeoId,
        day,
        cycles.map(({ row }) => row),
      );
      const cycle = cycles.find(({ row }) => row.id === id);
      return cycle ? { ...(await withTotals(views, cycle)).tally, state: cycle.row.state } : null;
    },
    [type, rodeoId, day],
  );
}

/** The cycle's weaning rate with these (domain.md §2.17); nothing without a cycle. */
export const WeaningShare = ({ values, rodeoId }: WeaningShareProps) => {
  const tally = useTally(weaning.type, rodeoId, values);
  const heads = headsIn(values);
  if (!tally || heads === 0) return null;
  const weaned = tally.weaned + heads;
  const share = indicesOf({ ...tally, weaned }, tally.state).weaning_of_served;
  if (share === null || share === undefined) return null;
  return (
    <p role="status">
      Con estos, {formatNumber(weaned, 0)} destetados: {percent(share)} de las entoradas.
    </p>
  );
};

interface ExaminedProps extends Pick<PartProps, 'things' | 'form' | 'today'> {
  readonly rodeoId: unknown;
}

/** More examined than were served, or than stand in the rodeo: said, and stops nobody (domain.md §3.4). */
const TooManyExamined = ({ things, form: { values }, rodeoId, today }: ExaminedProps) => {
  const id = asId(rodeoId);
  const tally = useTally(pregnancyDiagnosis.type, id, values);
  const { examined } = values;
  if (typeof examined !== 'number' || id === null || tally === undefined) return null;
  const served = tally ? tally.served - tally.withdrawn : 0;
  const all = examined + (tally?.examined ?? 0);
  const cows = standingHeads(cowsIn(things, id));
  const isOverServed = served > 0 && all > served;
  if (!isOverServed && !(things.isWhole && examined > cows)) return null;
  const there = ofToday(`hay ${counted(cows, 'vientre')}`, values.date, today);
  return (
    <Notice tone="warn" role="status">
      {isOverServed
        ? `Con estas, ${formatNumber(all, 0)} tactadas: más que las ${formatNumber(served, 0)} entoradas.`
        : `En ${rodeoOf(things.rodeos, id)?.name ?? ''} ${there}: las tactadas son más.`}
    </Notice>
  );
};

interface CullOfferProps extends Pick<PartProps, 'things' | 'form' | 'mayName'> {
  readonly rodeoId: unknown;
}

/** 'Pasar 12 vacías a Vaca de descarte': the diagnosis moves them in the same record (domain.md §3.4). */
const CullOffer = ({ things, form: { values, set }, rodeoId, mayName }: CullOfferProps) => {
  const { empty } = values;
  const target = targetOf(things, rodeoId);
  if (typeof empty !== 'number' || empty <= 0) return null;
  if (!target) {
    return mayName ? (
      <Notice>Si creás la categoría «Vaca de descarte», las vacías pasan a ella desde este mismo registro.</Notice>
    ) : null;
  }
  const isChosen = values[target.field] === target.id;
  const sources = sourcesOf(things, rodeoId, target.id);
  const said = keyOf(values.from_category, values.lot_id);
  const setSource = (cell: Cell | undefined): void => {
    set('from_category', cell?.category);
    set('lot_id', cell?.lot);
  };
  const choose = (on: boolean): void => {
    set(target.field, on ? target.id : undefined);
    if (!on) setSource(undefined);
  };
  return (
    <>
      <CheckField label={`Pasar ${counted(empty, 'vacía')} ${target.words}`} checked={isChosen} onChange={choose} />
      {isChosen && sources.length > 1 ? (
        <SelectField
          label="¿De dónde salen?"
          options={sources.map((cell) => ({
            value: keyOf(cell.category, cell.lot),
            label: sourceWords(things, cell),
          }))}
          value={sources.some((cell) => keyOf(cell.category, cell.lot) === said) ? said : ''}
          onChange={(key) => setSource(sources.find((cell) => keyOf(cell.category, cell.lot) === key))}
        />
      ) : null}
    </>
  );
};

function sourceWords({ categories, lots }: FarmThings, { category, lot, head }: Cell): string {
  const name = byId(categories, category)?.name ?? '';
  const place = lotOf(lots, lot)?.name ?? 'Sin lote';
  return `${name} · ${place} (${formatNumber(head, 0)})`;
}
