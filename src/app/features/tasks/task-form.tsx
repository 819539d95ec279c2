import type { Member } from '#contract/endpoints/account.ts';
import { addDays, fullName, type Task, taskKinds, taskPriorities, taskRepeats } from '#domain';
import { PhotoField } from '#farm/attachments/photos.tsx';
import { useMembers, useToday } from '#platform';
import type { FormOf } from '#forms';
import { LotField, MoreFields, RodeoField } from '#farm/things/form-parts.tsx';
import { type ThingFormProps, ThingSheet } from '#farm/things/thing-sheet.tsx';
import { Button, Chip, ChipGroup, IconButton, SelectField, TextArea, TextField } from '#ui';
import styles from './tasks.module.css';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import { Plus, X } from 'lucide-react';

const blank = {
  title: '',
  kind: 'otra',
  due_on: '',
  due_time: '',
  priority: 'normal',
  repeat: 'no',
  lot_id: '',
  rodeo_id: '',
  assigned_to: [] as readonly string[],
  checklist: [] as readonly Step[],
  detail: '',
  photos: [] as readonly string[],
};
const more = ['due_time', 'priority', 'repeat', 'rodeo_id', 'detail', 'checklist', 'photos'] as const;

type Form = FormOf<typeof blank>;

interface TaskFormProps extends ThingFormProps {
  /** May give tasks to others; a hand only to himself (domain.md §2.10). */
  readonly mayAssign: boolean;
}

/** Makes or edits a task; details behind 'Más datos'. */
export const TaskForm = ({ mayAssign, ...props }: TaskFormProps) => (
  <ThingSheet
    subject="task"
    {...props}
    blank={blank}
    startOf={(row) => ({ photos: photosIn(row?.photos) })}
    bodyOf={({ due_on, due_time, checklist, assigned_to }) => ({
      due_time: (due_on && due_time) || null,
      checklist: checklist.filter((step) => step.text.trim() !== ''),
      assigned_to: mayAssign ? assigned_to : undefined,
    })}
    fields={(form) => (
      <>
        <TextField label="¿Qué hay que hacer?" maxLength={120} {...form.bind('title')} />
        <DueFields {...form} />
        <ChipGroup strip label="Tipo" options={taskKinds} {...form.bind('kind')} />
        {mayAssign ? <PeopleChips {...form} /> : null}
        <LotField {...form.bind('lot_id')} />
        <MoreFields isFilled={more.some((name) => form.values[name].length > 0 && form.values[name] !== blank[name])}>
          {form.values.due_on ? <TextField label="Hora" type="time" optional {...form.bind('due_time')} /> : null}
          <ChipGroup strip label="Prioridad" options={taskPriorities} {...form.bind('priority')} />
          <SelectField label="Se repite" options={taskRepeats} {...form.bind('repeat')} />
          <RodeoField {...form.bind('rodeo_id')} />
          <TextArea label="Detalle" optional maxLength={2000} {...form.bind('detail')} />
          <PhotoField {...form.bind('photos')} />
          <ChecklistFields {...form} />
        </MoreFields>
      </>
    )}
  />
);

const DueFields = ({ bind }: Form) => {
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
const PeopleChips = ({ values, change, errorOf }: Form) => {
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

type Step = Task['checklist'][number];

/** Steps of a task at most. */
const most = 50;

const ChecklistFields = ({ values: { checklist: steps }, change, errorOf }: Form) => {
  const { error } = errorOf('checklist');
  const onChange = (checklist: readonly Step[]): void => change({ checklist });
  return (
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
};
