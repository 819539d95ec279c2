import { invoice as invoiceThing } from '#domain/things/invoice.ts';
import type { Op } from '#store/op.ts';

/** A photo or PDF of an invoice, by its digest. */
export interface Paper {
  readonly digest: string;
  /** As chosen: the server shows it. */
  readonly name: string;
}

/** Files that an op brings to its invoice (`beside` of its declaration). */
export const papersOf = ({ subject, shown }: Pick<Op, 'subject' | 'shown'>): readonly Paper[] => {
  const papers = subject === invoiceThing.name ? shown?.['papers'] : undefined;
  return Array.isArray(papers) ? (papers as readonly Paper[]) : [];
};
