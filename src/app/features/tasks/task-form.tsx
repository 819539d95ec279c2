import { useState } from 'react';
import type { Member } from '#contract/endpoints/account.ts';
import { addDays, fullName, type Task, taskKinds, taskPriorities, taskRepeats } from '#domain';
import { PhotoField } from '#farm/attachments/photos.tsx';
import { useLots, useMembers, useRodeos, useToday } from '#platform';
import type { FormOf } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import { Button, Chip, ChipGroup, IconButton, SelectField, TextArea, TextField } from '#ui';
import styles from './tasks.module.css';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import { Plus, X } from 'lucide-react';

type Form = FormOf<TaskValues>;

interface TaskFormProps {
  readonly id: string | null;
  /** May give tasks to others; a hand only to himself (domain.md §2.10). */
  readonly mayAssign: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Makes or edits a task; details behind 'Más datos'. */
export const TaskForm = ({ id, mayAssign, onSaved, onClose }: TaskFormProps) => (
  <ThingSheet
    subject="task"
    id={id}
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
  const { values, bind } = form;
  const [wantsMore, setWantsMore] = useState(false);
  const lots = useLots();
  return (
    <>
      <TextField label="¿Qué hay que hacer?" maxLength={120} {...bind('title')} />
      <DueFields form={form} />
      <ChipGroup strip label="Tipo" options={taskKinds} {...bind('kind')} />
      {mayAssign ? <PeopleChips form={form} /> : null}
      <SelectField
        label="Lote"
        optional
        placeholder="Ninguno"
        options={(lots ?? []).map((view) => ({ value: view.lot.id, label: view.lot.name }))}
        {...bind('lot_id')}
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

const DueFields = ({ form: { bind } }: { readonly form: Form }) => {
  const today = useToday();
  const near = [
    { value: '', label: 'Sin fecha' },
    { value: today, label: 'Hoy' },
    { value: addDays(today, 1), label: 'Mañana' },
    { value: addDays(today, 7), label: 'En una semana' },
  ];
  return (
    <>
      {/* Errors stand at the calendar, which takes any day. */}
      <ChipGroup strip label="¿Para cuándo?" options={near} {...bind('due_on', 'near')} />
      <TextField label="Otra fecha" type="date" optional {...bind('due_on')} />
    </>
  );
};

/** Who has to do it; nobody chosen is anybody. */
const PeopleChips = ({ form: { values, change, errorOf } }: { readonly form: Form }) => {
  const members = useMembers();
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

/** Former members get no new task, and can be taken off an old one. */
const pickable = (members: readonly Member[], chosen: readonly string[]): readonly Member[] =>
  members.filter((member) => member.state !== 'quitado' || chosen.includes(member.id));

const MoreFields = ({ form }: { readonly form: Form }) => {
  const { values, change, bind, errorOf } = form;
  const rodeos = useRodeos();
  return (
    <>
      {values.due_on ? <TextField label="Hora" type="time" optional {...bind('due_time')} /> : null}
      <ChipGroup strip label="Prioridad" options={taskPriorities} {...bind('priority')} />
      <SelectField label="Se repite" options={taskRepeats} {...bind('repeat')} />
      <SelectField
        label="Rodeo"
        optional
        placeholder="Ninguno"
        options={(rodeos ?? []).map((view) => ({ value: view.rodeo.id, label: view.rodeo.name }))}
        {...bind('rodeo_id')}
      />
      <TextArea label="Detalle" optional maxLength={2000} {...bind('detail')} />
      <PhotoField {...bind('photos')} />
      <ChecklistFields
        steps={values.checklist}
        onChange={(checklist) => change({ checklist })}
        {...errorOf('checklist')}
      />
    </>
  );
};

/** A task as typed: nothing is an empty text. */
const taskStart = (row: Task | null) => ({
  title: row?.title ?? '',
  kind: row?.kind ?? 'otra',
  due_on: row?.due_on ?? '',
  due_time: row?.due_time ?? '',
  priority: row?.priority ?? 'normal',
  repeat: row?.repeat ?? 'no',
  lot_id: row?.lot_id ?? '',
  rodeo_id: row?.rodeo_id ?? '',
  assigned_to: row?.assigned_to ?? [],
  checklist: (row?.checklist ?? []) as readonly Step[],
  detail: row?.detail ?? '',
  photos: photosIn(row?.photos),
});

type TaskValues = Readonly<ReturnType<typeof taskStart>>;

/** The body of the call. Blank steps are dropped. */
const taskBody = (values: TaskValues): Readonly<Record<string, unknown>> => ({
  ...values,
  due_on: values.due_on || null,
  due_time: values.due_on ? values.due_time || null : null,
  lot_id: values.lot_id || null,
  rodeo_id: values.rodeo_id || null,
  detail: values.detail.trim() || null,
  checklist: values.checklist.filter((step) => step.text.trim() !== ''),
});

/** Whether anything beyond the short form is filled in. */
const saysMore = ({ due_time, priority, repeat, rodeo_id, detail, checklist, photos }: TaskValues): boolean =>
  [due_time, rodeo_id, detail].some((text) => text !== '') ||
  priority !== 'normal' ||
  repeat !== 'no' ||
  checklist.length > 0 ||
  photos.length > 0;

interface Step {
  readonly text: string;
  readonly done: boolean;
}

interface ChecklistFieldsProps {
  readonly steps: readonly Step[];
  readonly onChange: (steps: readonly Step[]) => void;
  readonly error?: string;
}

/** Steps of a task at most. */
const most = 50;

const ChecklistFields = ({ steps, onChange, error }: ChecklistFieldsProps) => (
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
