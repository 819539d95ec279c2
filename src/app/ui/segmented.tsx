import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RenderLink } from './bottom-bar.tsx';
import { listed, type Options } from './options.ts';
import styles from './segmented.module.css';

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: Options<Value, { readonly value: Value; readonly label: string }>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

const Words = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }) => (
  <>
    {on ? <Check size={20} /> : null}
    <span>{children}</span>
  </>
);

/** Two to four views of a screen. */
export const Segmented = <Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) => (
  <div role="group" aria-label={label} className={styles.segmented}>
    {listed(options).map((option) => (
      <button
        key={option.value}
        type="button"
        className={styles.segment}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        <Words on={option.value === value}>{option.label}</Words>
      </button>
    ))}
  </div>
);

export interface SegmentedLinksProps {
  readonly label: string;
  readonly items: readonly { readonly to: string; readonly label: string; readonly current: boolean }[];
  readonly renderLink: RenderLink;
}

/** Sister screens, each with its address. */
export const SegmentedLinks = ({ label, items, renderLink }: SegmentedLinksProps) => (
  <nav aria-label={label}>
    <ul className={styles.tabs}>
      {items.map((item) => (
        <li key={item.to}>
          {renderLink({
            to: item.to,
            className: styles.tab,
            'aria-current': item.current ? 'page' : undefined,
            children: item.label,
          })}
        </li>
      ))}
    </ul>
  </nav>
);
