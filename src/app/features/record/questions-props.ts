import type { RecordFormProps } from './record-form-props.ts';
import type { FormState } from './use-record-form.ts';
import type { Values } from './values.ts';

/** What the questions of a kind are asked with, beyond its fields one by one. */
export interface QuestionsProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things' | 'recordId' | 'isNew'> {
  readonly form: FormState;
  /** Halves of the place that follow from the other answers. */
  readonly found: Values;
  readonly today: string;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}
