import { MapPin } from 'lucide-react';
import { type Campo, grazingIssues, limits, tenures, writtenRenspa } from '#domain';
import { type FormOf, type PartOf, useTry } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import { Button, Notice, NumberField, type NumberFieldValue, SelectField, TextField, typedNumber } from '#ui';

interface CampoSheetProps {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Form of a campo (domain.md §2.1). */
export const CampoSheet = ({ id, onSaved, onClose }: CampoSheetProps) => (
  <ThingSheet
    subject="campo"
    id={id}
    startOf={startOf}
    bodyOf={bodyOf}
    check={(draft) => grazingIssues(typedNumber(draft.total_hectares), typedNumber(draft.grazing_hectares))}
    onSaved={onSaved}
    onClose={onClose}
    fields={(form) => (
      <>
        <LandFields form={form} />
        <PaperFields form={form} />
        <LocationField form={form} />
      </>
    )}
  />
);

const LandFields = ({ form: { bind } }: { readonly form: FormOf<CampoDraft> }) => (
  <>
    <TextField label="Nombre del campo" maxLength={limits.placeNameMaxLength} {...bind('name')} />
    <NumberField label="Hectáreas totales" optional unit="ha" {...bind('total_hectares')} />
    <NumberField
      label="Superficie ganadera"
      hint="Sin agricultura ni monte cerrado: con ella se calcula la carga."
      optional
      unit="ha"
      {...bind('grazing_hectares')}
    />
    <SelectField label="Propiedad" optional options={tenures} {...bind('tenure')} />
  </>
);

const lines = [
  ['province', 'Provincia'],
  ['department', 'Partido o departamento'],
  ['locality', 'Localidad'],
] as const;

const PaperFields = ({ form: { values, change, bind } }: { readonly form: FormOf<CampoDraft> }) => (
  <>
    <TextField
      label="RENSPA"
      hint="13 números, con o sin puntos: 01.006.0.00412/01"
      optional
      maxLength={20}
      autoComplete="off"
      onBlur={() => change({ renspa: writtenRenspa(values.renspa) })}
      {...bind('renspa')}
    />
    <TextField
      label="CUIG"
      hint="2 letras y 3 números"
      optional
      maxLength={5}
      autoComplete="off"
      autoCapitalize="characters"
      {...bind('cuig')}
      onChange={(cuig) => change({ cuig: cuig.toUpperCase() })}
    />
    {lines.map(([name, label]) => (
      <TextField key={name} label={label} optional maxLength={60} {...bind(name)} />
    ))}
  </>
);

const numberOf = (value: number | null = null): NumberFieldValue => value;

const startOf = (row: Campo | null) => ({
  name: row?.name ?? '',
  total_hectares: numberOf(row?.total_hectares),
  grazing_hectares: numberOf(row?.grazing_hectares),
  renspa: row?.renspa ?? '',
  cuig: row?.cuig ?? '',
  province: row?.province ?? '',
  department: row?.department ?? '',
  locality: row?.locality ?? '',
  latitude: numberOf(row?.latitude),
  longitude: numberOf(row?.longitude),
  tenure: row?.tenure ?? '',
});

type CampoDraft = ReturnType<typeof startOf>;

const text = (value: string): string | null => value.trim() || null;

const bodyOf = (draft: CampoDraft) => ({
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

/** Five decimals are a metre. */
const decimals = 5;
const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));

/** GPS works without signal, but a cold start is slow. */
const findMe = (): Promise<GeolocationPosition> =>
  new Promise((found, failed) => {
    navigator.geolocation.getCurrentPosition(found, failed, { enableHighAccuracy: true, timeout: 60_000 });
  });

const permissionDenied = 1;

/** Coordinates, typed or from GPS; location is never requested unprompted (ux.md §1.2, Maps). */
const LocationField = ({ form: { change, bind } }: { readonly form: PartOf<CampoDraft> }) => {
  const locate = useTry(async () => {
    try {
      const { coords } = await findMe();
      change({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
      return null;
    } catch (error) {
      const isDenied = error instanceof GeolocationPositionError && error.code === permissionDenied;
      return isDenied
        ? 'El celular no deja ver la ubicación. Permitila en los ajustes o escribí los grados.'
        : 'No se encontró la ubicación. Probá a cielo abierto o escribí los grados.';
    }
  });
  return (
    <>
      {'geolocation' in navigator ? (
        <Button busy={locate.busy} icon={<MapPin />} onClick={locate.run}>
          Usar mi ubicación
        </Button>
      ) : null}
      {locate.failed ? (
        <Notice tone="warn" role="status">
          {locate.failed}
        </Notice>
      ) : null}
      <NumberField label="Latitud" hint="Con signo menos en la Argentina: −36,57" optional {...bind('latitude')} />
      <NumberField label="Longitud" optional {...bind('longitude')} />
    </>
  );
};
