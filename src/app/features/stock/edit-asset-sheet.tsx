import type { Asset } from '#domain';
import { useLive } from '#platform';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import { itemBody, itemDraft, ItemFields, MoreItemFields } from './item-fields.tsx';

interface EditAssetSheetProps {
  readonly asset: Asset;
  readonly onClose: () => void;
}

/** Edits an item. Its unit is fixed once something was counted in it (domain.md §2.5). */
export const EditAssetSheet = ({ asset, onClose }: EditAssetSheetProps) => {
  const book = useLive((views) => views.kardex(asset.id, 1), [asset.id]);
  const isCounted = (book?.lines.length ?? 0) > 0;
  return (
    <ThingSheet
      subject="asset"
      id={asset.id}
      title="Editar insumo"
      startOf={(row) => itemDraft(row ?? asset)}
      bodyOf={itemBody}
      fields={(form) => (
        <>
          <ItemFields form={form} names={[]} unitFixed={isCounted} />
          <MoreItemFields form={form} open />
        </>
      )}
      onSaved={onClose}
      onClose={onClose}
    />
  );
};
