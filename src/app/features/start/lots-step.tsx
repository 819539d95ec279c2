import { useMemo, useState } from 'react';
import { formatHectares, issuesOf, limits, lotNameTaken, nameKey, newLotForm } from '#domain';
import { ButtonTo, useFarm } from '#platform';
import { failedAt, failureIn, useDraftText } from '#forms';
import { NumberField, type NumberFieldValue, optionsOf, Segmented, SelectField, TextField } from '#ui';
import { AgainForm, Said, useSaid } from './again-form.tsx';
import { PasteLots } from './paste-lots.tsx';
import styles from './start.module.css';
import type { Held } from './steps.ts';

interface Draft {
  readonly name: string;
  readonly hectares: NumberFieldValue;
}
const blank: Draft = { name: '', hectares: null };

/** Lots of a new farm, typed one by one or pasted from a sheet; ordinary lots from the start. */
export const LotsStep = ({ held }: { readonly held: Held }) => {
  const pasted = useDraftText('empezar lotes pegados');
  const chosen = useDraftText('empezar campo');
  const [way, setWay] = useState<'one' | 'paste' | null>(null);
  const { said, say } = useSaid();
  const shown = way ?? (pasted.text === '' ? 'one' : 'paste');
  const handleSaved = (what: string): void => {
    // Saving the whole list empties the draft, which would switch the mode.
    setWay(shown);
    say(what);
  };
  const campoId = held.campos.length === 1 ? held.campos[0]?.id : chosen.text;
  const place = held.campos.some(({ id }) => id === campoId) ? { campo_id: campoId } : {};
  const taken = useMemo(() => new Set(held.lots.map(({ lot }) => nameKey(lot.name))), [held.lots]);
  return (
    <>
      <Segmented
        label="Cómo cargar los lotes"
        options={[
          { value: 'one', label: 'De a uno' },
          { value: 'paste', label: 'Pegar lista' },
        ]}
        value={shown}
        onChange={setWay}
      />
      {held.campos.length > 1 ? (
        <SelectField
          label="Campo"
          optional
          options={optionsOf(held.campos)}
          value={chosen.text}
          onChange={chosen.change}
        />
      ) : null}
      {shown === 'one' ? (
        <OneLot taken={taken} place={place} onSaved={handleSaved} />
      ) : (
        <PasteLots pasted={pasted} taken={taken} place={place} onSaved={handleSaved} />
      )}
      <Said words={said} />
      {held.lots.length > 0 ? (
        <ButtonTo to="/lots" variant="quiet" wide>
          Ver o borrar lotes
        </ButtonTo>
      ) : null}
    </>
  );
};

interface OneLotProps {
  readonly taken: ReadonlySet<string>;
  readonly place: { readonly campo_id?: string | undefined };
  readonly onSaved: (words: string) => void;
}

const OneLot = ({ taken, place, onSaved }: OneLotProps) => {
  const { acts } = useFarm();
  return (
    <AgainForm
      draftKey="empezar lote"
      start={blank}
      saveLabel="Agregar lote"
      isMain
      first="name"
      save={async (draft, draftKey) => {
        const parsed = newLotForm.safeParse(draft);
        if (!parsed.success) return { message: null, issues: issuesOf(parsed.error.issues) };
        const { name, hectares } = parsed.data;
        if (taken.has(nameKey(name))) return failedAt('name', lotNameTaken);
        const failed = failureIn(await acts.createLot({ name, hectares, ...place }, draftKey));
        if (!failed) onSaved(`${name}, ${formatHectares(hectares)}`);
        return failed;
      }}
    >
      {({ bind }) => (
        <div className={styles.pair}>
          <TextField
            label="Nombre del lote"
            maxLength={limits.placeNameMaxLength}
            autoComplete="off"
            enterKeyHint="next"
            {...bind('name')}
          />
          <NumberField label="Hectáreas" unit="ha" {...bind('hectares')} />
        </div>
      )}
    </AgainForm>
  );
};
