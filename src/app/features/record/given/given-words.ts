import { counted, formatDay, listOf } from '#domain';
import { isBlank } from '#domain/movements/said.ts';
import type { GivenLine, GivenProposal, KnownProduct } from './known-products.ts';

const daysOf = (said: unknown): string => (typeof said === 'number' ? counted(said, 'día') : String(said));

/** `Vacunación · 2 ml`: reason and doses. */
export function givenWords(lines: readonly GivenLine[], reason: string | null): string {
  const doses = lines.flatMap(({ name, dose }) => {
    if (isBlank(dose)) return [];
    return lines.length === 1 ? [String(dose)] : [`${name ?? ''} ${String(dose)}`];
  });
  return [reason, doses.length > 0 ? `dosis ${listOf(doses)}` : 'sin dosis anotada'].filter(Boolean).join(' · ');
}

/** Text about the withdrawal. */
interface WithdrawalWords {
  readonly words: string;
  /** Differs from what the products ask for. */
  readonly isWarning: boolean;
  /** The products ask for one. */
  readonly isProposed: boolean;
}

/** Source of the days: `según el insumo`, `según el último uso, 12/10/2026`. */
function sourceOf(by: readonly KnownProduct[]): string {
  const uses = by.flatMap(({ withdrawal }) => withdrawal?.usedOn ?? []);
  const last = uses.toSorted((a, b) => (a < b ? 1 : -1))[0];
  return last === undefined ? 'según el insumo' : `según el último uso, ${formatDay(last)}`;
}

/** The form's withdrawal compared with its products' (domain.md §2.5). */
export function withdrawalWords({ withdrawal }: GivenProposal, said: unknown): WithdrawalWords {
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
