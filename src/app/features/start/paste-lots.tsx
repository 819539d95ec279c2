import { useEffect, useMemo, useRef, useState } from 'react';
import { counted, formatHectares, joined } from '#domain';
import { useFarm, useMoreRows } from '#platform';
import { failureIn } from '#forms';
import { guarded } from '#sync/acts/guarded.ts';
import { Button, ProgressBar, TextArea } from '#ui';
import { type PastedLine, readPastedLots, withoutLines } from './pasted-lots.ts';
import styles from './start.module.css';

interface PasteLotsProps {
  /** Draft, kept until its lines are lots. */
  readonly pasted: { readonly text: string; readonly change: (text: string) => void; readonly forget: () => void };
  readonly taken: ReadonlySet<string>;
  readonly place: { readonly campo_id?: string | undefined };
  readonly onSaved: (words: string) => void;
}

/** Lots from a sheet, with a preview before anything is saved. */
export const PasteLots = ({ pasted, taken, place, onSaved }: PasteLotsProps) => {
  const { text } = pasted;
  const { saved, of, refused, save } = useSaving({ pasted, place, onSaved });
  const isSaving = of > 0;
  // Else a long list is parsed again after each lot.
  const lines = useMemo(() => (isSaving ? [] : readPastedLots(text, taken)), [isSaving, text, taken]);
  const good = lines.filter(({ error }) => error === null);
  const bad = lines.filter(({ error }) => error !== null);
  const hectares = good.reduce((sum, line) => sum + (line.hectares ?? 0), 0);
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
        <ProgressBar label="Guardando lotes" value={saved} max={of} text={`${saved} de ${of}`} />
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
