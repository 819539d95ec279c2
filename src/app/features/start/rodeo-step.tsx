import { rodeo as rodeoThing } from '../../../domain/things/rodeo.ts';
import { useState } from 'react';
import { problems } from '../../../contract/problems.ts';
import { nameKey } from '../../../domain/farm/told-apart.ts';
import { limits } from '../../../domain/limits.ts';
import { FailedNotice } from '../../platform/failed-notice.tsx';
import { useFarm, useFarmStatus } from '../../platform/farm-context.tsx';
import type { FormFailure } from '../../forms/typed.ts';
import { failureIn } from '../../forms/use-form.ts';
import { useOnce } from '../../forms/use-once.ts';
import { guarded } from '../../sync/acts/guarded.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSaved } from '../../ui/toast-saved.ts';
import { AgainForm } from './again-form.tsx';
import { Said, useSaid } from './said.tsx';
import type { Held } from './steps.ts';

const only = 'General';

/** One rodeo by one touch, or those that the farm keeps, one after the other. */
export const RodeoStep = ({ held, onOnly }: { readonly held: Held; readonly onOnly: () => void }) => {
  const { acts } = useFarm();
  const { reach } = useFarmStatus();
  const { said, say } = useSaid();
  const [failed, setFailed] = useState<string | null>(null);
  const hasNone = held.rodeos.length === 0;
  const make = async (name: string, draftKey?: string): Promise<FormFailure | null> => {
    if (held.rodeos.some((rodeo) => nameKey(rodeo.name) === nameKey(name))) {
      return { message: null, issues: [{ path: 'name', message: problems.NAME_TAKEN.message }] };
    }
    const failure = failureIn(await guarded(() => acts.createThing(rodeoThing.name, { name }, draftKey)));
    if (!failure) say(name.trim());
    return failure;
  };
  const makeOnly = useOnce(async () => {
    const failure = await make(only);
    setFailed(failure?.message ?? null);
    if (failure) return;
    toastSaved(reach === 'reachable');
    onOnly();
  });
  return (
    <>
      {hasNone ? (
        <>
          <p>Si no separás la hacienda, con uno alcanza. Después podés agregar más.</p>
          <FailedNotice message={failed} />
          <Button variant="primary" wide busy={makeOnly.busy} onClick={() => void makeOnly.run()}>
            Un solo rodeo
          </Button>
        </>
      ) : null}
      <AgainForm
        draftKey="empezar rodeo"
        start={{ name: '' }}
        saveLabel="Agregar rodeo"
        isMain={false}
        first="name"
        save={({ name }, draftKey) => make(name, draftKey)}
      >
        {({ bind }) => (
          <TextField
            label={hasNone ? 'O el nombre de cada rodeo' : 'Nombre del rodeo'}
            hint="Por ejemplo: Cría, Recría, Invernada"
            maxLength={limits.placeNameMaxLength}
            autoComplete="off"
            {...bind('name')}
          />
        )}
      </AgainForm>
      <Said words={said} />
    </>
  );
};
