import { useState } from 'react';
import type { Member } from '../../../contract/endpoints/account.ts';
import { addDays } from '../../../domain/dates.ts';
import { taskKinds, taskPriorities, taskRepeats } from '../../../domain/office/tasks.ts';
import { fullName } from '../../../domain/people/names.ts';
import { PhotoField } from '../../frame/attachments/photo-field.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import type { KeptForm } from '../../frame/kept-form.ts';
import { ThingSheet, thingFieldId } from '../../frame/thing-sheet.tsx';
import { useToday } from '../../frame/today.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, ChipGroup } from '../../ui/chip.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { ChecklistFields } from './checklist-fields.tsx';
import styles from './tasks.module.css';
import { saysMore, taskBody, taskStart, type TaskValues } from './task-values.ts';

type Form = KeptForm<TaskValues>;

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface TaskFormProps {
  /** Null for a new task. */
  readonly id: string | null;
  /** Gives tasks to others; a hand gives them to himself alone (domain.md §2.10). */
  readonly mayAssign: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A task being made or changed: what is to be done and when; the rest behind 'Más datos'. */
export const TaskForm = ({ id, mayAssign, onSaved, onClose }: TaskFormProps) => (
  <ThingSheet
    subject="task"
    id={id}
    title={id === null ? 'Nueva tarea' : 'Editar tarea'}
    startOf={taskStart}
    bodyOf={(values) => {
      const { assigned_to, ...body } = taskBody(values);
      return mayAssign ? { ...body, assigned_to } : body;
    }}
    fields={(form) => <Fields form={form} mayAssign={mayAssign} />}
    onSaved={onSaved}
    onClose={onClose}
  />
);

const Fields = ({ form, mayAssign }: { readonly form: Form; readonly mayAssign: boolean }) => {
  const { values, change, errorOf } = form;
  const [wantsMore, setWantsMore] = useState(false);
  const lots = useLive((views) => views.lots());
  return (
    <>
      <TextField
        id={thingFieldId('title')}
        label="¿Qué hay que hacer?"
        maxLength={120}
        value={values.title}
        onChange={(title) => change({ title })}
        {...errorOf('title')}
      />
      <DueFields form={form} />
      <ChipGroup
        strip
        id={thingFieldId('kind')}
        label="Tipo"
        options={optionsOf(taskKinds)}
        value={values.kind}
        onChange={(kind) => change({ kind })}
      />
      {mayAssign ? <PeopleChips form={form} /> : null}
      <SelectField
        id={thingFieldId('lot_id')}
        label="Lote"
        optional
        placeholder="Ninguno"
        options={(lots ?? []).map((view) => ({ value: view.lot.id, label: view.lot.name }))}
        value={values.lot_id}
        onChange={(lot_id) => change({ lot_id })}
        {...errorOf('lot_id')}
      />
      {wantsMore || saysMore(values) ? (
        <MoreFields form={form} />
      ) : (
        <Button variant="quiet" onClick={() => setWantsMore(true)}>
          Más datos
        </Button>
      )}
    </>
  );
};

/** The day by one touch; the calendar for any other. */
const DueFields = ({ form: { values, change, errorOf } }: { readonly form: Form }) => {
  const today = useToday();
  const near = [
    { value: '', label: 'Sin fecha' },
    { value: today, label: 'Hoy' },
    { value: addDays(today, 1), label: 'Mañana' },
    { value: addDays(today, 7), label: 'En una semana' },
  ];
  return (
    <>
      <ChipGroup
        strip
        label="¿Para cuándo?"
        options={near}
        value={values.due_on}
        onChange={(due_on) => change({ due_on })}
      />
      <TextField
        id={thingFieldId('due_on')}
        label="Otra fecha"
        type="date"
        optional
        value={values.due_on}
        onChange={(due_on) => change({ due_on })}
        {...errorOf('due_on')}
      />
    </>
  );
};

/** Who has to do it; nobody chosen means anybody. */
const PeopleChips = ({ form: { values, change, errorOf } }: { readonly form: Form }) => {
  const members = useLive((views) => views.members());
  const { error } = errorOf('assigned_to');
  const toggle = (id: string): void =>
    change({
      assigned_to: values.assigned_to.includes(id)
        ? values.assigned_to.filter((other) => other !== id)
        : [...values.assigned_to, id],
    });
  return (
    <fieldset className={styles.people}>
      <legend>¿Quién la hace? {values.assigned_to.length === 0 ? <small>(cualquiera)</small> : null}</legend>
      <div className={styles.chips}>
        {pickable(members ?? [], values.assigned_to).map((member) => (
          <Chip key={member.id} pressed={values.assigned_to.includes(member.id)} onPress={() => toggle(member.id)}>
            {fullName(member)}
          </Chip>
        ))}
      </div>
      {error ? <p role="alert">{error}</p> : null}
    </fieldset>
  );
};

/** Who left the team is given nothing more; where he was chosen before, he can be taken off the task. */
const pickable = (members: readonly Member[], chosen: readonly string[]): readonly Member[] =>
  members.filter((member) => member.state !== 'quitado' || chosen.includes(member.id));

const MoreFields = ({ form }: { readonly form: Form }) => {
  const { values, change, errorOf } = form;
  const rodeos = useLive((views) => views.rodeos());
  return (
    <>
      {values.due_on ? (
        <TextField
          id={thingFieldId('due_time')}
          label="Hora"
          type="time"
          optional
          value={values.due_time}
          onChange={(due_time) => change({ due_time })}
          {...errorOf('due_time')}
        />
      ) : null}
      <ChipGroup
        strip
        id={thingFieldId('priority')}
        label="Prioridad"
        options={optionsOf(taskPriorities)}
        value={values.priority}
        onChange={(priority) => change({ priority })}
      />
      <SelectField
        id={thingFieldId('repeat')}
        label="Se repite"
        options={optionsOf(taskRepeats)}
        value={values.repeat}
        onChange={(repeat) => change({ repeat })}
      />
      <SelectField
        id={thingFieldId('rodeo_id')}
        label="Rodeo"
        optional
        placeholder="Ninguno"
        options={(rodeos ?? []).map((view) => ({ value: view.rodeo.id, label: view.rodeo.name }))}
        value={values.rodeo_id}
        onChange={(rodeo_id) => change({ rodeo_id })}
        {...errorOf('rodeo_id')}
      />
      <TextArea
        id={thingFieldId('detail')}
        label="Detalle"
        optional
        maxLength={2000}
        value={values.detail}
        onChange={(detail) => change({ detail })}
        {...errorOf('detail')}
      />
      <PhotoField
        id={thingFieldId('photos')}
        value={values.photos}
        onChange={(photos) => change({ photos })}
        {...errorOf('photos')}
      />
      <ChecklistFields
        steps={values.checklist}
        onChange={(checklist) => change({ checklist })}
        {...errorOf('checklist')}
      />
    </>
  );
};
