import { useState } from 'react';
import { sentences } from '../../../contract/sentences.ts';
import { lotUses } from '../../../domain/farm/places.ts';
import { limits } from '../../../domain/limits.ts';
import type { Issue } from '../../../domain/validation.ts';
import { useFarm, useLive } from '../../frame/farm-context.tsx';
import type { LotView } from '../../sync/farm.ts';
import { useBusy } from '../../update/busy.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField, type NumberFieldValue } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { unsaidOf } from './unsaid.ts';

interface EditLotProps {
  readonly view: LotView;
  readonly onClose: () => void;
}

/** Name, hectares, campo and use of a lot; its animals change by movements alone (domain.md §3.0). */
export const EditLot = ({ view, onClose }: EditLotProps) => {
  const { lot } = view;
  const farm = useFarm();
  const campos = useLive((views) => views.campos());
  const [name, setName] = useState(lot.name);
  const [hectares, setHectares] = useState<NumberFieldValue>(lot.hectares);
  const [campoId, setCampoId] = useState(lot.campo_id ?? '');
  const [use, setUse] = useState(lot.use ?? '');
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useBusy(`lote ${lot.id}`, true);
  const errorOf = (path: string) => {
    const error = issues.find((issue) => issue.path === path)?.message;
    return error === undefined ? {} : { error };
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = await farm.acts.editLot(lot.id, {
      name,
      hectares: typeof hectares === 'number' ? hectares : Number.NaN,
      campo_id: campoId || null,
      use: use || null,
    });
    setBusy(false);
    if (saved.ok) {
      toastSuccess('Guardado en este celular');
      onClose();
      return;
    }
    setIssues(saved.problem.reason === 'invalid' ? saved.problem.issues : []);
    setFailed(
      saved.problem.reason === 'invalid'
        ? unsaidOf(saved.problem.issues)
        : saved.problem.message || sentences.lotCreateFailed,
    );
  };
  return (
    <Sheet
      open
      title="Editar lote"
      onClose={onClose}
      footer={
        <Button variant="primary" wide busy={busy} onClick={() => void save()}>
          Guardar cambios
        </Button>
      }
    >
      {failed ? (
        <Notice tone="danger" role="alert" title="No se pudo guardar. Reintentar">
          {failed}
        </Notice>
      ) : null}
      <TextField
        label="Nombre del lote"
        maxLength={limits.placeNameMaxLength}
        value={name}
        onChange={setName}
        {...errorOf('name')}
      />
      <NumberField label="Hectáreas" unit="ha" value={hectares} onChange={setHectares} {...errorOf('hectares')} />
      {campos && campos.length > 0 ? (
        <SelectField
          label="Campo"
          optional
          options={campos.map((campo) => ({ value: campo.id, label: campo.name }))}
          value={campoId}
          onChange={setCampoId}
        />
      ) : null}
      <SelectField
        label="Uso"
        optional
        options={Object.entries(lotUses).map(([value, label]) => ({ value, label }))}
        value={use}
        onChange={setUse}
      />
    </Sheet>
  );
};
