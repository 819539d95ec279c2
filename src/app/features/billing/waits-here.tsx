import { offlineSentences } from '#contract/sentences-offline.ts';
import type { Invoice } from '#domain';
import type { ThingView } from '#sync/farm.ts';
import { Notice } from '#ui';

/** Says that an invoice is unsent, or why it was rejected. */
export const WaitsHere = ({ view: { problem } }: { readonly view: ThingView<Invoice> }) =>
  problem === null ? (
    <Notice role="status">Está guardada en este celular. Se envía sola cuando haya señal.</Notice>
  ) : (
    <Notice tone="danger" title={offlineSentences.refused}>
      {problem}
    </Notice>
  );
