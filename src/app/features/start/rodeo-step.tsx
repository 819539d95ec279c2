import { limits, nameKey, rodeo as rodeoThing } from '#domain';
import { problems } from '#contract/problems.ts';
import { FailedNotice, useFarm, useFarmStatus } from '#platform';
import { failedAt, failureIn, type FormFailure, useTry } from '#forms';
import { guarded } from '#sync/acts/guarded.ts';
import { Button, TextField, toastSaved } from '#ui';
import { AgainForm, Said, useSaid } from './again-form.tsx';
import type { Held } from './steps.ts';

const only = 'General';

export const RodeoStep = ({ held, onOnly }: { readonly held: Held; readonly onOnly: () => void }) => {
  const { acts } = useFarm();
  const { reach } = useFarmStatus();
  const { said, say } = useSaid();
  const hasNone = held.rodeos.length === 0;
  const make = async (name: string, draftKey?: string): Promise<FormFailure | null> => {
    if (held.rodeos.some((rodeo) => nameKey(rodeo.name) === nameKey(name))) {
      return failedAt('name', problems.NAME_TAKEN.message);
    }
    const failure = failureIn(await guarded(() => acts.createThing(rodeoThing.name, { name }, draftKey)));
    if (!failure) say(name.trim());
    return failure;
  };
  const makeOnly = useTry(async () => {
    const failure = await make(only);
    if (failure) return failure.message;
    toastSaved(reach === 'reachable');
    onOnly();
    return null;
  });
  return (
    <>
      {hasNone ? (
        <>
          <p>Si no separás la hacienda, con uno alcanza. Después podés agregar más.</p>
          <FailedNotice message={makeOnly.failed} />
          <Button variant="primary" wide busy={makeOnly.busy} onClick={makeOnly.run}>
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
