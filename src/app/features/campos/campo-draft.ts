import { type Campo, writtenRenspa } from '#domain';
import { type NumberFieldValue, typedNumber } from '#ui';

/** Values of the campo form. */
export interface CampoDraft {
  readonly name: string;
  readonly total_hectares: NumberFieldValue;
  readonly grazing_hectares: NumberFieldValue;
  readonly renspa: string;
  readonly cuig: string;
  readonly province: string;
  readonly department: string;
  readonly locality: string;
  readonly latitude: NumberFieldValue;
  readonly longitude: NumberFieldValue;
  readonly tenure: string;
}

/** Initial values of the form. */
export const startOf = (row: Campo | null): CampoDraft => ({
  name: row?.name ?? '',
  total_hectares: row?.total_hectares ?? null,
  grazing_hectares: row?.grazing_hectares ?? null,
  renspa: row?.renspa ?? '',
  cuig: row?.cuig ?? '',
  province: row?.province ?? '',
  department: row?.department ?? '',
  locality: row?.locality ?? '',
  latitude: row?.latitude ?? null,
  longitude: row?.longitude ?? null,
  tenure: row?.tenure ?? '',
});

const text = (value: string): string | null => value.trim() || null;

/** Request body. */
export const bodyOf = (draft: CampoDraft) => ({
  name: draft.name,
  total_hectares: typedNumber(draft.total_hectares),
  grazing_hectares: typedNumber(draft.grazing_hectares),
  renspa: text(writtenRenspa(draft.renspa)),
  cuig: text(draft.cuig.toUpperCase()),
  province: text(draft.province),
  department: text(draft.department),
  locality: text(draft.locality),
  latitude: typedNumber(draft.latitude),
  longitude: typedNumber(draft.longitude),
  tenure: text(draft.tenure),
});
