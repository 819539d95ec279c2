import { useState } from 'react';
import { type Asset, assetKinds, doseUnits, medicineRoutes } from '#domain';
import { type PartOf, UnitField } from '#forms';
import { PhotoField } from '#farm/attachments/photos.tsx';
import { Button, ChipGroup, noNumber, NumberField, SelectField, TextArea, TextField } from '#ui';
import { useLive } from '#platform';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';

/** An item as typed (domain.md §2.5), without its stock. The photo is its digest. */
export const blankItem = {
  name: '',
  kind: '',
  unit: '',
  kg_per_unit: noNumber,
  minimum: noNumber,
  standard_dose: noNumber,
  meat_withdrawal_days: noNumber,
  milk_withdrawal_days: noNumber,
  active_ingredient: '',
  laboratory: '',
  standard_dose_unit: '',
  route: '',
  storage: '',
  notes: '',
  photo: '',
};
type ItemDraft = typeof blankItem;

interface ItemFieldsProps {
  readonly form: PartOf<ItemDraft>;
  readonly names: readonly string[];
  /** Something was counted in this unit. */
  readonly unitFixed?: boolean;
}

/** Required fields: three, for long forms intimidate. */
export const ItemFields = ({ form, names, unitFixed = false }: ItemFieldsProps) => {
  const { bind, fieldId } = form;
  return (
    <>
      <TextField label="Nombre" maxLength={80} autoComplete="off" list={fieldId('names')} {...bind('name')} />
      <datalist id={fieldId('names')}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SelectField label="Tipo" options={assetKinds} {...bind('kind')} />
      <UnitField
        disabled={unitFixed}
        {...(unitFixed && { hint: 'No cambia: ya hay movimientos contados en esta unidad.' })}
        {...bind('unit')}
      />
    </>
  );
};

const medicines = ['medicamento', 'vacuna', 'antiparasitario'];
const packed = ['rollo', 'fardo', 'bolsa', 'unidad'];

/** Optional fields, collapsed until asked for or filled in. */
export const MoreItemFields = (props: { readonly form: PartOf<ItemDraft>; readonly open?: boolean }) => {
  const { values, change, bind } = props.form;
  const isFilled = Object.entries(blankItem).some(
    ([name, empty]) => !['name', 'kind', 'unit'].includes(name) && values[name as keyof ItemDraft] !== empty,
  );
  const [open, setOpen] = useState(props.open ?? isFilled);
  if (!open) {
    return (
      <Button variant="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
        Más datos
      </Button>
    );
  }
  return (
    <>
      <NumberField label="Stock mínimo" optional hint="Por debajo avisa «Stock bajo»." {...bind('minimum')} />
      {packed.includes(values.unit) ? (
        <NumberField
          label="Kilos por unidad"
          optional
          unit="kg"
          hint="Para contar la ración en kilos."
          {...bind('kg_per_unit')}
        />
      ) : null}
      <TextField label="Depósito" optional maxLength={120} {...bind('storage')} />
      {medicines.includes(values.kind) ? (
        <>
          <TextField label="Principio activo" optional maxLength={120} {...bind('active_ingredient')} />
          <TextField label="Laboratorio" optional maxLength={120} {...bind('laboratory')} />
          <NumberField label="Dosis estándar" optional {...bind('standard_dose')} />
          <ChipGroup
            label="Dosis en"
            options={doseUnits}
            {...bind('standard_dose_unit')}
            onChange={(unit) => change({ standard_dose_unit: unit === values.standard_dose_unit ? '' : unit })}
          />
          <ChipGroup
            label="Vía"
            options={medicineRoutes}
            {...bind('route')}
            onChange={(route) => change({ route: route === values.route ? '' : route })}
          />
          <NumberField label="Período de retiro en carne" optional unit="días" {...bind('meat_withdrawal_days')} />
          <NumberField label="Período de retiro en leche" optional unit="días" {...bind('milk_withdrawal_days')} />
        </>
      ) : null}
      <PhotoField
        {...bind('photo')}
        most={1}
        value={values.photo ? [values.photo] : []}
        onChange={([photo = '']) => change({ photo })}
      />
      <TextArea label="Observaciones" optional maxLength={500} {...bind('notes')} />
    </>
  );
};

interface EditAssetSheetProps {
  readonly asset: Asset;
  readonly onClose: () => void;
}

/** Edits an item. Its unit is fixed once something was counted in it. */
export const EditAssetSheet = ({ asset, onClose }: EditAssetSheetProps) => {
  const book = useLive((views) => views.kardex(asset.id, 1), [asset.id]);
  const isCounted = (book?.lines.length ?? 0) > 0;
  return (
    <ThingSheet
      subject="asset"
      id={asset.id}
      blank={blankItem}
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
