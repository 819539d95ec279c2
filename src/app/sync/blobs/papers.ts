import { invoice as invoiceThing } from '#domain/things/invoice.ts';
import type { Op } from '#store/op.ts';

/** A photo or PDF of an invoice, by the name of its bytes on this phone. */
export interface Paper {
  readonly digest: string;
  /** As it was chosen: the server shows it under this. */
  readonly name: string;
}

/** The files that an act brings to its invoice (`beside` of its declaration). */
export const papersOf = ({ subject, shown }: Pick<Op, 'subject' | 'shown'>): readonly Paper[] => {
  const papers = subject === invoiceThing.name ? shown?.['papers'] : undefined;
  return Array.isArray(papers) ? (papers as readonly Paper[]) : [];
};
