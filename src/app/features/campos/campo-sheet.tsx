import { MapPin } from 'lucide-react';
import { grazingIssues, limits, tenures, writtenRenspa } from '#domain';
import { type FormOf, useTry } from '#forms';
import { type ThingFormProps, ThingSheet } from '#farm/things/thing-sheet.tsx';
import { Button, Notice, noNumber, NumberField, SelectField, TextField, typedNumber } from '#ui';

const blank = {
  name: '',
  total_hectares: noNumber,
  grazing_hectares: noNumber,
  renspa: '',
  cuig: '',
  province: '',
  department: '',
  locality: '',
  latitude: noNumber,
  longitude: noNumber,
  tenure: '',
};

/** Form of a campo (domain.md §2.1). */
export const CampoSheet = (props: ThingFormProps) => (
  <ThingSheet
    subject="campo"
    {...props}
    blank={blank}
    bodyOf={({ renspa }) => ({ renspa: writtenRenspa(renspa) || null })}
    check={(draft) => grazingIssues(typedNumber(draft.total_hectares), typedNumber(draft.grazing_hectares))}
    fields={({ values, change, bind }) => (
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
        <LocationField {...{ change, bind }} />
      </>
    )}
  />
);

const lines = [
  ['province', 'Provincia'],
  ['department', 'Partido o departamento'],
  ['locality', 'Localidad'],
] as const;

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
const LocationField = ({ change, bind }: Pick<FormOf<typeof blank>, 'change' | 'bind'>) => {
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
