import { asset as assetThing } from '../../../domain/things/asset.ts';
import type { ReactNode } from 'react';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { isBlank } from '../../../domain/movements/said.ts';
import { type ProposedWithdrawal, proposedWithdrawal } from '../../../domain/supplies/own-withdrawal.ts';
import { counted, listOf } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { FormState } from './use-record-form.ts';

const field = 'withdrawal_days';

const namesIn = (products: unknown): readonly string[] =>
  Array.isArray(products)
    ? (products as readonly { readonly name?: unknown }[]).flatMap(({ name }) =>
        typeof name === 'string' && name.trim() !== '' ? [name] : [],
      )
    : [];

interface WithdrawalOffer {
  readonly notice: ReactNode;
  /** Another product asks for another withdrawal, unless the person has said one. */
  readonly follow: (name: string, value: unknown) => void;
}

/** The withdrawal that the farm's own items ask for: written down with the product, in sight, and changed by hand (domain.md §2.5). */
export function useWithdrawalOffer(kind: RecordedKind, { values, set }: FormState): WithdrawalOffer {
  const isAsked = field in kind.fields;
  const items = useLive(async (views) => (isAsked ? await views.things(assetThing.name) : []), [isAsked]);
  const proposalFor = (products: unknown): ProposedWithdrawal | null =>
    proposedWithdrawal(namesIn(products), items?.map(({ row }) => row) ?? []);
  const proposal = proposalFor(values['products']);
  return {
    notice: proposal ? <Proposal proposal={proposal} said={values[field]} /> : null,
    follow: (name, value) => {
      if (!isAsked || name !== 'products') return;
      const next = proposalFor(value);
      const isOwn = !isBlank(values[field]) && values[field] !== proposal?.days;
      if (!isOwn && next?.days !== proposal?.days) set(field, next?.days);
    },
  };
}

const Proposal = ({ proposal, said }: { readonly proposal: ProposedWithdrawal; readonly said: unknown }) => {
  const days = counted(proposal.days, 'día');
  const products = listOf([...proposal.products]);
  if (said === proposal.days) {
    return (
      <Notice role="status">
        Retiro en carne: {days} por {products}. Queda anotado con el tratamiento; se cambia en «Agregar detalle».
      </Notice>
    );
  }
  return (
    <Notice tone="warn" role="status">
      {products} {proposal.products.length === 1 ? 'pide' : 'piden'} {days} de retiro en carne.{' '}
      {isBlank(said) ? 'No anotaste ninguno.' : 'Anotaste otro.'}
    </Notice>
  );
};
