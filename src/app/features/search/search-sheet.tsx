import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useRef, useState } from 'react';
import { Button, EmptyState, IconButton, RowButton, RowList, Sheet } from '#ui';
import { Results } from './results.tsx';
import { History, Search, X } from 'lucide-react';
import { searchable } from '#domain';
import { useDraftOf, useFarm } from '#platform';
import styles from './search.module.css';

interface SearchSheetProps {
  readonly text: string;
  /** The address follows the text, so that going back finds the same results. */
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

const addressMs = 250;

const rowsOf = (area: HTMLElement | null): HTMLElement[] => [
  ...(area?.querySelectorAll<HTMLElement>('ul a, ul button') ?? []),
];

/** Arrows move through the rows; typing on a row continues in the field. */
function moveByKey(event: KeyboardEvent, area: HTMLElement | null, field: HTMLInputElement | null): void {
  const rows = rowsOf(area);
  const at = rows.findIndex((row) => row === document.activeElement);
  const isInField = document.activeElement === field;
  if (event.key === 'ArrowDown' && (isInField || at >= 0)) {
    event.preventDefault();
    rows[Math.min(at + 1, rows.length - 1)]?.focus();
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (at === 0 ? field : rows[at - 1])?.focus();
  } else if (event.key === 'Enter' && isInField) {
    event.preventDefault();
    rows[0]?.click();
  } else if (at >= 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
    field?.focus();
  }
}

/** 'Buscar': one field over all data on this phone, offline too (ux.md §1.2). */
export const SearchSheet = ({ text, onText, onClose }: SearchSheetProps) => {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const recent = useRecent();
  const tellAddress = useRef(onText);
  useEffect(() => {
    tellAddress.current = onText;
  });
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => tellAddress.current(typed), addressMs);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const onPicked = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest('a')) void recent.remember(typed);
  };
  return (
    <Sheet open title="Buscar" size="tall" onClose={onClose}>
      <div ref={area} onKeyDown={(event) => moveByKey(event, area.current, field.current)} onClick={onPicked}>
        <SearchField ref={field} value={typed} onChange={setTyped} />
        {typed.trim() === '' ? (
          <Recents
            list={recent.list}
            onPick={(again) => {
              setTyped(again);
              field.current?.focus();
            }}
            onForget={recent.forget}
          />
        ) : (
          <Results text={typed} />
        )}
      </div>
    </Sheet>
  );
};

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly ref: Ref<HTMLInputElement>;
}

const longest = 120;

/** Stays above the results. Esc closes the search; a button clears the text. */
const SearchField = ({ value, onChange, ref }: SearchFieldProps) => (
  <search className={styles.field}>
    <Search />
    <input
      ref={ref}
      data-first-focus
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={longest}
      aria-label="Buscar en el campo"
      placeholder="Lote, rodeo, tarea, fecha…"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
    {value === '' ? null : (
      <IconButton
        label="Borrar lo escrito"
        icon={<X />}
        onClick={(event) => {
          onChange('');
          event.currentTarget.parentElement?.querySelector('input')?.focus();
        }}
      />
    )}
  </search>
);

interface RecentsProps {
  readonly list: readonly string[];
  readonly onPick: (text: string) => void;
  readonly onForget: () => void;
}

/** Before typing: recent queries and a hint. */
const Recents = ({ list, onPick, onForget }: RecentsProps) => (
  <>
    {list.length === 0 ? (
      <EmptyState icon={<Search size={40} />}>
        Buscá en todo lo que hay en este celular, con o sin señal: lotes, rodeos, movimientos, insumos, tareas, notas,
        ciclos, facturas y personas.
      </EmptyState>
    ) : (
      <section className={styles.group}>
        <header className={styles.heading}>
          <h3>Búsquedas recientes</h3>
          <Button variant="quiet" compact onClick={onForget}>
            Borrar
          </Button>
        </header>
        <RowList label="Búsquedas recientes">
          {list.map((text) => (
            <li key={text}>
              <RowButton icon={<History />} title={text} onClick={() => onPick(text)} />
            </li>
          ))}
        </RowList>
      </section>
    )}
    <p className={styles.hint}>Podés combinar palabras: «lluvia septiembre», «El Bajo muerte», «12/09».</p>
  </>
);

const key = 'search/recent';
const atMost = 6;
const shortest = 2;

const listIn = (kept: Readonly<Record<string, unknown>> | null | undefined): readonly string[] => {
  const list = kept?.list;
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
};

/** Puts a query first, without duplicates. */
export function withRecent(list: readonly string[], text: string): readonly string[] {
  const said = text.trim();
  if (said.length < shortest) return list;
  return [said, ...list.filter((other) => searchable(other) !== searchable(said))].slice(0, atMost);
}

/** Recent queries of this farm on this device, newest first; erased with the farm's rows. */
function useRecent() {
  const farm = useFarm();
  const list = listIn(useDraftOf(key));
  return {
    list,
    remember: async (text: string): Promise<void> => {
      const before = listIn(await farm.views.draft(key));
      await farm.saveDraft(key, { list: withRecent(before, text) });
    },
    forget: () => void farm.saveDraft(key, null),
  };
}
