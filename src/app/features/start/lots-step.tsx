import { useEffect, useMemo, useRef, useState } from 'react';
import {
  counted,
  formatHectares,
  formatNumber,
  issuesOf,
  joined,
  limits,
  lotNameTaken,
  nameKey,
  newLotForm,
  sumOf,
} from '#domain';
import { ButtonTo, useFarm, useMoreRows } from '#platform';
import { failedAt, failureIn, useDraftText } from '#forms';
import {
  Button,
  NumberField,
  type NumberFieldValue,
  optionsOf,
  ProgressBar,
  Segmented,
  SelectField,
  TextArea,
  TextField,
} from '#ui';
import { AgainForm, Said, useSaid } from './again-form.tsx';
import styles from './start.module.css';
import { type Held, pastedKey } from './steps.ts';
import { guarded } from '#sync/acts/guarded.ts';
import { type PastedLine, readPastedLots, withoutLines } from './pasted-lots.ts';

interface Draft {
  readonly name: string;
  readonly hectares: NumberFieldValue;
}
const blank: Draft = { name: '', hectares: null };

/** The list that is pasted, for its step and for who says whether it is done. */
export const usePasted = () => useDraftText(pastedKey);

interface LotsStepProps {
  readonly held: Held;
  readonly pasted: ReturnType<typeof usePasted>;
}

/** Lots of a new farm, typed one by one or pasted from a sheet; ordinary lots from the start. */
export const LotsStep = ({ held, pasted }: LotsStepProps) => {
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

interface PasteLotsProps {
  /** Draft, kept until its lines are lots. */
  readonly pasted: LotsStepProps['pasted'];
  readonly taken: ReadonlySet<string>;
  readonly place: { readonly campo_id?: string | undefined };
  readonly onSaved: (words: string) => void;
}

/** Lots from a sheet, with a preview before anything is saved. */
const PasteLots = ({ pasted, taken, place, onSaved }: PasteLotsProps) => {
  const { text } = pasted;
  const { saved, of, refused, save } = useSaving({ pasted, place, onSaved });
  const isSaving = of > 0;
  // Else a long list is parsed again after each lot.
  const lines = useMemo(() => (isSaving ? [] : readPastedLots(text, taken)), [isSaving, text, taken]);
  const good = lines.filter(({ error }) => error === null);
  const bad = lines.filter(({ error }) => error !== null);
  const hectares = sumOf(good, (line) => line.hectares ?? 0);
  const summary = joined(
    good.length > 0 ? `${counted(good.length, 'lote')} · ${formatHectares(hectares)}` : null,
    bad.length > 0 ? `${counted(bad.length, 'línea')} para corregir` : null,
  );
  return (
    <>
      <TextArea
        label="Lista de lotes"
        hint="Un lote por renglón: nombre y hectáreas. Copiá las dos columnas de la planilla, o escribí: El Bajo; 45,5"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        readOnly={isSaving}
        value={text}
        onChange={pasted.change}
      />
      {isSaving ? (
        <ProgressBar
          label="Guardando lotes"
          value={saved}
          max={of}
          text={`${formatNumber(saved)} de ${formatNumber(of)}`}
        />
      ) : (
        <p aria-live="polite">{summary}</p>
      )}
      {good.length > 0 || isSaving ? (
        <Button variant="primary" wide busy={isSaving} onClick={() => void save(good)}>
          {isSaving ? 'Guardando…' : `Guardar ${counted(good.length, 'lote')}`}
        </Button>
      ) : null}
      {lines.length > 0 && !isSaving ? (
        <>
          <Preview lines={[...bad, ...good]} refused={refused} />
          <Button variant="quiet" wide onClick={pasted.forget}>
            Vaciar la lista
          </Button>
        </>
      ) : null}
    </>
  );
};

/** Saves lines one by one. A refused one stays in the text with its reason. */
function useSaving({ pasted, place, onSaved }: Pick<PasteLotsProps, 'pasted' | 'place' | 'onSaved'>) {
  const { acts } = useFarm();
  const [progress, setProgress] = useState({ saved: 0, of: 0 });
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const save = async (lines: readonly PastedLine[]): Promise<void> => {
    const gone = new Set<number>();
    const reasons = new Map<string, string>();
    for (const [index, { number, name, hectares }] of lines.entries()) {
      // On leaving, the other lines stay in the draft.
      if (!isHere.current) return;
      setProgress({ saved: index, of: lines.length });
      const failed = failureIn(await guarded(() => acts.createLot({ name, hectares, ...place })));
      if (failed) reasons.set(name, failed.message ?? failed.issues[0]?.message ?? '');
      else pasted.change(withoutLines(pasted.text, gone.add(number)));
    }
    setProgress({ saved: 0, of: 0 });
    setRefused(reasons);
    if (gone.size > 0) onSaved(counted(gone.size, 'lote'));
  };
  return { ...progress, refused, save };
}

interface PreviewProps {
  readonly lines: readonly PastedLine[];
  readonly refused: ReadonlyMap<string, string>;
}

/** Lines with errors first. */
const Preview = ({ lines, refused }: PreviewProps) => {
  const { count, end } = useMoreRows(lines.length, '');
  return (
    <>
      <table className={styles.preview}>
        <thead>
          <tr>
            <th scope="col">Lote</th>
            <th scope="col">Hectáreas</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, count).map(({ number, name, hectares, error }) => {
            const wrong = error ?? refused.get(name);
            return (
              <tr key={number}>
                <th scope="row">
                  {name}
                  {wrong ? <span className={styles.wrong}>{`Línea ${number}: ${wrong}`}</span> : null}
                </th>
                <td>{hectares === null ? '—' : formatHectares(hectares)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div ref={end} />
    </>
  );
};
