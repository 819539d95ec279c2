import { useState } from 'react';
import { sentences } from '#contract/sentences.ts';
import { type Issue, limits, type Lot, lotNameTaken, lotUses, nameKey, things } from '#domain';
import { type Draft, DraftSheet, failureIn, type PartOf } from '#forms';
import { editOf } from '#farm/things/thing-sheet.tsx';
import { useCampos, useFarm } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { CheckField, noNumber, NumberField, optionsOf, SelectField, TextArea, TextField, typedNumber } from '#ui';

interface EditLotProps {
  readonly view: LotView;
  readonly onClose: () => void;
}

/** Edits a lot; its animals change only by movements (domain.md §3.0). */
export const EditLot = ({ view, onClose }: EditLotProps) => {
  const farm = useFarm();
  const { id } = view.lot;
  const [opened] = useState(() => draftOf(view.lot));
  return (
    <DraftSheet
      title="Editar lote"
      draftKey={`lote ${id}`}
      start={{ ...opened, opened }}
      saveLabel="Guardar cambios"
      save={async (typed, draftKey) => {
        const issues = takenNameIssues(typed.name, await farm.views.lots(), id);
        if (issues.length > 0) return { message: null, issues };
        const failed = failureIn(await farm.acts.editLot(id, editOf(things.lot, bodyOf(typed.opened), bodyOf(typed))));
        if (failed)
          return failed.issues.length > 0
            ? failed
            : { ...failed, message: failed.message || sentences.lotCreateFailed };
        await farm.saveDraft(draftKey, null);
        return null;
      }}
      onClose={onClose}
    >
      {(form) => <LotFields form={form} />}
    </DraftSheet>
  );
};

const draftOf = (lot: Lot): LotDraft => ({
  name: lot.name,
  hectares: lot.hectares,
  campoId: lot.campo_id ?? '',
  use: lot.use ?? '',
  isGrazing: lot.is_grazing,
  receptivity: lot.receptivity_ev_ha,
  notes: lot.notes ?? '',
});

const bodyOf = (typed: LotDraft): Draft => ({
  name: typed.name,
  hectares: typeof typed.hectares === 'number' ? typed.hectares : Number.NaN,
  campo_id: typed.campoId || null,
  use: typed.use || null,
  is_grazing: typed.isGrazing,
  receptivity_ev_ha: typedNumber(typed.receptivity),
  notes: typed.notes.trim(),
});

/** Values of the lot form, without animals (domain.md §2.2). */
export const blankLot = {
  name: '',
  hectares: noNumber,
  campoId: '',
  use: '',
  isGrazing: true,
  receptivity: noNumber,
  notes: '',
};
export type LotDraft = Readonly<typeof blankLot>;

/** Uses that count as not grazed unless the person says otherwise (domain.md §2.2). */
const notGrazed = new Set(['agricola', 'corral']);

/** Fields of the lot form. */
export const LotFields = ({ form: { change, bind } }: { readonly form: PartOf<LotDraft> }) => {
  const campos = useCampos();
  return (
    <>
      <TextField label="Nombre del lote" maxLength={limits.placeNameMaxLength} {...bind('name')} />
      <NumberField label="Hectáreas" unit="ha" {...bind('hectares')} />
      {campos && campos.length > 0 ? (
        <SelectField label="Campo" optional options={optionsOf(campos)} {...bind('campoId', 'campo_id')} />
      ) : null}
      <SelectField
        label="Uso"
        optional
        options={lotUses}
        {...bind('use')}
        onChange={(use) => change({ use, isGrazing: !notGrazed.has(use) })}
      />
      <CheckField label="Ganadero" hint="Cuenta para la carga (EV/ha)." {...bind('isGrazing', 'is_grazing')} />
      <NumberField
        label="Receptividad"
        hint="Lo que aguanta: campo natural 0,6 a 0,8; pastura hasta 2,5."
        optional
        unit="EV/ha"
        {...bind('receptivity', 'receptivity_ev_ha')}
      />
      <TextArea label="Observaciones" optional maxLength={limits.notesMaxLength} {...bind('notes')} />
    </>
  );
};

/** Checks the name offline, as the server would (domain.md §2.2). `ownId`: the lot being edited. */
export function takenNameIssues(name: string, lots: readonly LotView[], ownId: string | null): readonly Issue[] {
  const typed = nameKey(name);
  const isTaken = lots.some(({ lot }) => lot.id !== ownId && nameKey(lot.name) === typed);
  return isTaken ? [{ path: 'name', message: lotNameTaken }] : [];
}
