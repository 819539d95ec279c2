import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { type PartOf, useOnce } from '#forms';
import { Button, Notice, NumberField } from '#ui';
import type { CampoDraft } from './campo-draft.ts';

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
export const LocationField = ({ form: { change, bind } }: { readonly form: PartOf<CampoDraft> }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const locate = useOnce(async () => {
    setProblem(null);
    try {
      const { coords } = await findMe();
      change({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
    } catch (error) {
      const isDenied = error instanceof GeolocationPositionError && error.code === permissionDenied;
      setProblem(
        isDenied
          ? 'El celular no deja ver la ubicación. Permitila en los ajustes o escribí los grados.'
          : 'No se encontró la ubicación. Probá a cielo abierto o escribí los grados.',
      );
    }
  });
  return (
    <>
      {'geolocation' in navigator ? (
        <Button busy={locate.busy} icon={<MapPin />} onClick={() => void locate.run()}>
          Usar mi ubicación
        </Button>
      ) : null}
      {problem ? (
        <Notice tone="warn" role="status">
          {problem}
        </Notice>
      ) : null}
      <NumberField label="Latitud" hint="Con signo menos en la Argentina: −36,57" optional {...bind('latitude')} />
      <NumberField label="Longitud" optional {...bind('longitude')} />
    </>
  );
};
