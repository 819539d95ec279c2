import type { RecordFormProps } from './record-form-props.ts';
import type { FormState } from './use-record-form.ts';
import type { Values } from './values.ts';

/** Props of a kind's own questions. */
export interface QuestionsProps extends Pick<RecordFormProps, 'kind' | 'role' | 'things' | 'recordId' | 'isNew'> {
  readonly form: FormState;
  /** Place halves that follow from other answers. */
  readonly found: Values;
  readonly today: string;
  readonly idOf: (name: string) => string;
  readonly errorOf: (name: string) => string | undefined;
}
