import { useState } from 'react';
import { limits } from '../../../domain/limits.ts';
import type { Issue } from '../../../domain/validation.ts';
import type { PendingView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NumberField, type NumberFieldValue } from '../../ui/number-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';
import { useFarm } from '../../frame/farm-context.tsx';

interface CorrectLotProps {
  readonly item: PendingView;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** A lot that the server refused (its name is taken, say): its name and its hectares can be set right; the rest goes as it was. */
export const CorrectLot = ({ item, payload, onClose }: CorrectLotProps) => {
  const farm = useFarm();
  const [name, setName] = useState(typeof payload['name'] === 'string' ? payload['name'] : '');
  const [hectares, setHectares] = useState<NumberFieldValue>(
    typeof payload['hectares'] === 'number' ? payload['hectares'] : null,
  );
  const [issues, setIssues] = useState<readonly Issue[]>(item.problem?.issues ?? []);
  const [failed, setFailed] = useState<string | null>(null);
  const errorOf = (path: string) => {
    const error = issues.find((issue) => issue.path === path)?.message;
    return error === undefined ? {} : { error };
  };
  const save = async (): Promise<void> => {
    const saved = await farm.acts.correct(item.opId, {
      ...payload,
      name,
      // Left empty or no number: the field's own sentence comes back.
      hectares: typeof hectares === 'number' ? hectares : Number.NaN,
    });
    if (saved.ok) {
      toastSuccess('Guardado en este celular');
      onClose();
      return;
    }
    setIssues(saved.problem.reason === 'invalid' ? saved.problem.issues : []);
    setFailed(saved.problem.reason === 'invalid' ? null : saved.problem.message);
  };
  return (
    <Sheet
      open
      title="Corregir lote"
      onClose={onClose}
      footer={
        <Button variant="primary" wide onClick={() => void save()}>
          Guardar cambios
        </Button>
      }
    >
      {item.problem ? (
        <Notice tone="danger" title="El servidor no lo aceptó">
          {item.problem.message}
        </Notice>
      ) : null}
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
    </Sheet>
  );
};
