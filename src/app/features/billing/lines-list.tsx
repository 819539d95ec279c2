import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './billing.module.css';

export interface ListProps<Line> {
  readonly word: string;
  readonly addWord: string;
  readonly lines: readonly Line[];
  readonly blank: Line;
  readonly onChange: (lines: readonly Line[]) => void;
  readonly children: (line: Line, change: (changes: Partial<Line>) => void, at: number) => ReactNode;
}

/** Several lines of one shape, each with its way out. */
export function Lines<Line>({ word, addWord, lines, blank, onChange, children }: ListProps<Line>) {
  return (
    <div>
      {lines.map((line, at) => (
        // Lines have no id of their own and are never re-ordered: their place is their name.
        <div key={at} className={styles.line} role="group" aria-label={`${word} ${at + 1}`}>
          <div className={styles.lineHead}>
            <h3>{`${word} ${at + 1}`}</h3>
            <IconButton
              label={`Quitar ${word.toLowerCase()} ${at + 1}`}
              icon={<X size={24} aria-hidden />}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            />
          </div>
          {children(
            line,
            (changes) => onChange(lines.map((one, index) => (index === at ? { ...one, ...changes } : one))),
            at,
          )}
        </div>
      ))}
      <Button variant="quiet" icon={<Plus size={24} aria-hidden />} onClick={() => onChange([...lines, blank])}>
        {addWord}
      </Button>
    </div>
  );
}
