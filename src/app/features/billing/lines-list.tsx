import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Bindable, lineOf, type PartOf } from '#forms';
import { Button, IconButton } from '#ui';
import styles from './billing.module.css';

interface LinesProps<Line extends object, Name extends string> {
  readonly word: string;
  readonly addWord: string;
  readonly form: Bindable<Readonly<Record<Name, readonly Line[]>>>;
  readonly name: Name;
  readonly blank: Line;
  readonly children: (line: PartOf<Line>) => ReactNode;
}

/** Lines of one shape, each removable. */
export function Lines<Line extends object, Name extends string>(props: LinesProps<Line, Name>) {
  const { word, addWord, form, name, blank, children } = props;
  const lines = form.values[name];
  const change = (next: readonly Line[]): void =>
    form.change({ [name]: next } as Readonly<Record<Name, readonly Line[]>>);
  return (
    <div>
      {lines.map((line, at) => (
        // Lines have no id and are never re-ordered.
        <div key={at} className={styles.line} role="group" aria-label={`${word} ${at + 1}`}>
          <div className={styles.lineHead}>
            <h3>{`${word} ${at + 1}`}</h3>
            <IconButton
              label={`Quitar ${word.toLowerCase()} ${at + 1}`}
              icon={<X />}
              onClick={() => change(lines.filter((_, index) => index !== at))}
            />
          </div>
          {children(lineOf(form, name, at, line))}
        </div>
      ))}
      <Button variant="quiet" icon={<Plus />} onClick={() => change([...lines, blank])}>
        {addWord}
      </Button>
    </div>
  );
}
