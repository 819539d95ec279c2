import { Plus, X } from 'lucide-react';
import { Button, IconButton, TextField } from '#ui';
import styles from './tasks.module.css';

interface Step {
  readonly text: string;
  readonly done: boolean;
}

interface ChecklistFieldsProps {
  readonly steps: readonly Step[];
  readonly onChange: (steps: readonly Step[]) => void;
  readonly error?: string;
}

/** Steps of a task at most (domain.md §2.10). */
const most = 50;

/** The steps of a task. */
export const ChecklistFields = ({ steps, onChange, error }: ChecklistFieldsProps) => (
  <fieldset className={styles.people}>
    <legend>Lista de pasos</legend>
    {steps.map((step, index) => (
      // A step has no id.
      <div key={index} className={styles.step}>
        <TextField
          label={`Paso ${index + 1}`}
          maxLength={120}
          value={step.text}
          onChange={(text) => onChange(steps.with(index, { ...step, text }))}
        />
        <IconButton
          label={`Quitar el paso ${index + 1}`}
          icon={<X />}
          onClick={() => onChange(steps.filter((other) => other !== step))}
        />
      </div>
    ))}
    {error ? <p role="alert">{error}</p> : null}
    {steps.length < most ? (
      <Button compact icon={<Plus size={20} />} onClick={() => onChange([...steps, { text: '', done: false }])}>
        Agregar paso
      </Button>
    ) : null}
  </fieldset>
);
