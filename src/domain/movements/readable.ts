import type { ControlName } from './fields.ts';

export type ReadControl =
  | ControlName
  | 'weights'
  | 'asset'
  | 'cycle'
  | 'person'
  | 'instant'
  | 'photos'
  | 'counted'
  | 'difference'
  | 'rodeos'
  | 'served'
  | 'inseminations';

export interface Readable {
  readonly label: string;
  readonly control: ReadControl;
  readonly unit?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly required?: boolean;
  /** Only for who sees prices (domain.md §1.12). */
  readonly money?: boolean;
  readonly none?: string;
}

export type Readables = Readonly<Record<string, Readable>>;
