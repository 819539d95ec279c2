import { sentences } from '#contract/sentences.ts';
import { moved } from '#domain';
import { failureOf, FormHead, useDraft, useDraftOnce, useForm } from '#forms';
import { useFarm, useFarmStatus } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { Button, Cluster, PageHeading, Skeleton, toastSaved } from '#ui';
import { OrderList } from './order-list.tsx';
import styles from './order-list.module.css';

const draftKey = 'orden de lotes';

interface OrderLotsProps {
  readonly lots: readonly LotView[];
  readonly onEnd: () => void;
}

/** Reorders lots by drag or buttons (WCAG 2.5.7); applied only on save. */
export const OrderLots = (props: OrderLotsProps) => {
  const draft = useDraftOnce(draftKey);
  return (
    <>
      <PageHeading title="Ordenar lotes">
        <p>Arrastrá cada lote a su lugar, o usá las flechas.</p>
      </PageHeading>
      {draft === undefined ? <Skeleton rows={5} /> : <Ordering {...props} draft={draft} />}
    </>
  );
};

/** Applies a kept order: new lots last, gone ones dropped. */
function inOrder(lots: readonly LotView[], ids: readonly string[]): readonly LotView[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = (view: LotView): number => places.get(view.lot.id) ?? ids.length;
  return lots.toSorted((a, b) => placeOf(a) - placeOf(b));
}

interface OrderingProps extends OrderLotsProps {
  readonly draft: Readonly<Record<string, unknown>> | null;
}

const Ordering = ({ lots, draft, onEnd }: OrderingProps) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const form = useForm({
    start: { ids: lots.map((view) => view.lot.id) },
    keeping: useDraft(draftKey, draft),
    save: async ({ ids }) => {
      const saved = await farm.acts.orderLots(inOrder(lots, ids).map((view) => view.lot.id));
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        return { message: failure.message || failure.issues[0]?.message || sentences.lotOrderFailed, issues: [] };
      }
      await farm.saveDraft(draftKey, null);
      toastSaved(reach === 'reachable');
      onEnd();
      return null;
    },
  });
  const shown = inOrder(lots, form.values.ids);
  return (
    <>
      <FormHead form={form} fieldId={() => draftKey} />
      <div className={styles.bar}>
        <Cluster>
          <Button variant="primary" busy={form.busy} onClick={() => void form.submit()}>
            Guardar orden
          </Button>
          <Button onClick={onEnd}>Volver</Button>
        </Cluster>
      </div>
      <OrderList
        items={shown.map((view) => ({ id: view.lot.id, name: view.lot.name }))}
        onMove={(from, to) => form.change({ ids: moved(shown, from, to).map((view) => view.lot.id) })}
      />
    </>
  );
};
