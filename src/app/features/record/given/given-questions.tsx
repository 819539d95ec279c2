import { useState } from 'react';
import { Button, Chip, ChipGroup, Notice, NumberField, SelectField, Skeleton } from '#ui';
import { counted, formatDay, listOf } from '#domain';
import { isBlank } from '#domain/movements/said.ts';
import { AnimalSteppers } from '../animals-widget.tsx';
import {
  changesWith,
  type GivenLine,
  type GivenProposal,
  isLineOf,
  type KnownProduct,
  lineOf,
  proposalFor,
  useKnownProducts,
} from './known-products.ts';
import { isWholeHerd, type WholeHerd } from './whole-herd.ts';
import { ProductLines } from '../lines-widgets.tsx';
import type { QuestionsProps } from '../use-record-form.tsx';
import type { AnimalLine, ProductLine } from '../values.ts';
import styles from '../record.module.css';

const offeredAtMost = 6;

interface GivenProps extends QuestionsProps {
  /** All animals of the place, if known. */
  readonly herd: WholeHerd | null;
}

const linesIn = (value: unknown): readonly GivenLine[] => (Array.isArray(value) ? (value as GivenLine[]) : []);

/** Products and animals treated; one tap each for known products and for the whole herd. */
export const GivenQuestions = (props: GivenProps) => {
  const known = useKnownProducts(props.kind.type);
  return (
    <>
      {known ? <Products {...props} known={known} /> : <Skeleton rows={1} />}
      <Treated {...props} />
    </>
  );
};

const Products = (props: GivenProps & { readonly known: readonly KnownProduct[] }) => {
  const { kind, form, isNew, idOf, known } = props;
  const { values, change } = form;
  const lines = linesIn(values.products);
  const offered = isNew ? known.filter(({ isOffered }) => isOffered) : [];
  const chips = offered.slice(0, offeredAtMost);
  const isOfChips = lines.every((line) => chips.some((product) => isLineOf(line, product)));
  const [wantsLines, setWantsLines] = useState(chips.length === 0 || !isOfChips);
  const give = (next: readonly GivenLine[]): void => change(changesWith(values, next, known));
  const more = offered.filter((product) => !chips.includes(product));
  const error = form.errorOf('products');
  const isGiven = (product: KnownProduct): boolean => lines.some((line) => isLineOf(line, product));
  const toggle = (name: string): void => {
    const product = chips.find((one) => one.name === name);
    if (!product) return;
    const others = lines.filter((line) => !isLineOf(line, product));
    give(isGiven(product) ? others : [...others.filter(isSaid), lineOf(product)]);
  };
  const addOther = (): void => {
    if (lines.length > 0) give([...lines, { name: '', dose: '', quantity: null, unit: '' }]);
    setWantsLines(true);
  };
  return (
    <>
      {chips.length > 0 ? (
        <ChipGroup
          strip
          label="¿Qué le diste?"
          options={chips.map(named)}
          value={chips.filter(isGiven).map(({ name }) => name)}
          onChange={toggle}
          more={
            <Chip pressed={false} onPress={addOther}>
              Otro…
            </Chip>
          }
          {...(!wantsLines && { id: idOf('products'), ...error })}
        />
      ) : null}
      <WholeHerdChip {...props} />
      {wantsLines && more.length > 0 ? (
        <SelectField
          label="Del depósito"
          optional
          placeholder="Elegí…"
          options={more.map(named)}
          value=""
          onChange={(name) => give([...lines.filter(isSaid), ...more.filter((one) => one.name === name).map(lineOf)])}
        />
      ) : null}
      {wantsLines ? (
        <ProductLines
          id={idOf('products')}
          label={kind.fields.products?.label ?? ''}
          value={lines as readonly ProductLine[]}
          onChange={give}
          {...error}
        />
      ) : null}
      <Follows {...props} wantsLines={wantsLines} onChange={() => setWantsLines(true)} />
    </>
  );
};

const named = ({ name }: KnownProduct) => ({ value: name, label: name });

const isSaid = (line: GivenLine): boolean => Object.values(line).some((value) => value !== '' && value !== null);

/** Toggles all animals of the place, as the book has them. */
const WholeHerdChip = ({ herd, form: { values, set } }: GivenProps) => {
  if (!herd) return null;
  const isAll = isWholeHerd(herd, values.animals);
  return (
    <div className={styles.chips}>
      <Chip pressed={isAll} onPress={() => set('animals', isAll ? undefined : herd.lines)}>
        {herd.words}
      </Chip>
    </div>
  );
};

interface FollowsProps extends GivenProps {
  readonly known: readonly KnownProduct[];
  readonly wantsLines: boolean;
  readonly onChange: () => void;
}

/** Reason, dose and withdrawal: shown when they follow from the product, asked otherwise. */
const Follows = (props: FollowsProps) => {
  const { kind, form, known, idOf, wantsLines, onChange } = props;
  const { values, set, errorOf } = form;
  const lines = linesIn(values.products).filter(isSaid);
  const field = kind.fields.reason;
  const reason = typeof values.reason === 'string' ? values.reason : '';
  const wrong = errorOf('reason');
  const isAsked = wantsLines || (lines.length > 0 && reason === '') || wrong.error !== undefined;
  const withdrawal = withdrawalWords(proposalFor(lines, known), values.withdrawal_days);
  return (
    <>
      {wantsLines || lines.length === 0 ? null : (
        <div className={styles.given}>
          <p>
            {givenWords(lines, field?.options?.[reason] ?? null)}
            {withdrawal.isWarning ? null : <small role="status">{withdrawal.words}</small>}
          </p>
          <Button compact onClick={onChange}>
            Cambiar
          </Button>
        </div>
      )}
      {withdrawal.isWarning || (wantsLines && withdrawal.isProposed) ? (
        <Notice role="status" {...(withdrawal.isWarning && { tone: 'warn' })}>
          {withdrawal.words}
        </Notice>
      ) : null}
      {isAsked ? (
        <ChipGroup
          strip={!wantsLines}
          id={idOf('reason')}
          label={field?.label ?? ''}
          options={field?.options ?? {}}
          value={reason === '' ? null : reason}
          onChange={(next) => set('reason', next)}
          {...wrong}
        />
      ) : null}
      {wantsLines || errorOf('withdrawal_days').error !== undefined ? <WithdrawalDays {...props} /> : null}
    </>
  );
};

const WithdrawalDays = ({ kind, form: { values, set, errorOf }, idOf }: FollowsProps) => {
  const held = values.withdrawal_days;
  return (
    <NumberField
      id={idOf('withdrawal_days')}
      label={kind.fields.withdrawal_days?.label ?? ''}
      optional
      value={typeof held === 'number' || typeof held === 'string' ? held : null}
      onChange={(days) => set('withdrawal_days', days)}
      {...errorOf('withdrawal_days')}
    />
  );
};

const Treated = ({ kind, things, form, idOf, herd }: GivenProps) => {
  const { values, set, short } = form;
  const { error } = form.errorOf('animals');
  const lines = Array.isArray(values.animals) ? (values.animals as readonly AnimalLine[]) : [];
  return (
    <div
      id={idOf('animals')}
      tabIndex={-1}
      role="group"
      aria-label={kind.fields.animals?.label}
      className={styles.number}
    >
      <AnimalSteppers
        {...{ kind, things, values, short }}
        withoutAll={herd !== null}
        value={lines}
        onChange={(next) => set('animals', next)}
      />
      {error ? <p className={styles.error}>{error}</p> : null}
    </div>
  );
};

const daysOf = (said: unknown): string => (typeof said === 'number' ? counted(said, 'día') : String(said));

/** `Vacunación · 2 ml`: reason and doses. */
function givenWords(lines: readonly GivenLine[], reason: string | null): string {
  const doses = lines.flatMap(({ name, dose }) => {
    if (isBlank(dose)) return [];
    return lines.length === 1 ? [String(dose)] : [`${name ?? ''} ${String(dose)}`];
  });
  return [reason, doses.length > 0 ? `dosis ${listOf(doses)}` : 'sin dosis anotada'].filter(Boolean).join(' · ');
}

/** Source of the days: `según el insumo`, `según el último uso, 12/10/2026`. */
function sourceOf(by: readonly KnownProduct[]): string {
  const uses = by.flatMap(({ withdrawal }) => withdrawal?.usedOn ?? []);
  const last = uses.toSorted((a, b) => (a < b ? 1 : -1))[0];
  return last === undefined ? 'según el insumo' : `según el último uso, ${formatDay(last)}`;
}

/** The form's withdrawal compared with its products' (domain.md §2.5): a warning where they differ. */
function withdrawalWords({ withdrawal }: GivenProposal, said: unknown) {
  if (!withdrawal) {
    const words = isBlank(said) ? 'Sin retiro en carne anotado.' : `Retiro en carne: ${daysOf(said)}.`;
    return { words, isWarning: false, isProposed: false };
  }
  const names = listOf(withdrawal.by.map(({ name }) => name));
  if (said === withdrawal.days) {
    const words = `Retiro en carne: ${daysOf(said)} por ${names}, ${sourceOf(withdrawal.by)}.`;
    return { words, isWarning: false, isProposed: true };
  }
  const asked = `${names} ${withdrawal.by.length === 1 ? 'pide' : 'piden'} ${daysOf(withdrawal.days)} de retiro en carne`;
  const own = isBlank(said) ? 'No anotaste ninguno.' : 'Anotaste otro.';
  return { words: `${asked}, ${sourceOf(withdrawal.by)}. ${own}`, isWarning: true, isProposed: true };
}
