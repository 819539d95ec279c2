import { addDays, asset as assetThing, withdrawingTypes } from '#domain';
import { useLiveForForm, useToday } from '#platform';
import { newestMovements } from '#farm/newest-movements.ts';
import { useState } from 'react';
import { type KnownProduct, knownProducts } from './known-products.ts';

/** A year, plus weeks for a late campaign: yearly products are known by their last use. */
const lookBackDays = 430;
const treatmentsAtMost = 200;

/** The farm's products; undefined while loading. Frozen once loaded: a chip that moves gives the wrong medicine. */
export function useKnownProducts(type: string): readonly KnownProduct[] | undefined {
  const today = useToday();
  const now = useLiveForForm(
    async (views) => {
      const [items, treatments] = await Promise.all([
        views.things(assetThing.name),
        newestMovements(views, { types: [...withdrawingTypes], from: addDays(today, -lookBackDays) }, treatmentsAtMost),
      ]);
      const rows = items.map(({ row }) => row);
      return knownProducts(
        rows,
        treatments.map(({ movement }) => movement),
        type,
      );
    },
    [today, type],
  );
  const [kept, setKept] = useState(now);
  if (kept === undefined && now !== undefined) setKept(now);
  return kept ?? now;
}
