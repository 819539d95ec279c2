import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Sheet } from '#ui';
import { Recents } from './recents.tsx';
import { Results } from './results.tsx';
import { SearchField } from './search-field.tsx';
import { useRecent } from './recent.ts';

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
