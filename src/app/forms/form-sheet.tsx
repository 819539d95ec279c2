import { toastSaved, useFarm } from '#platform';
import { type ReactNode, useId } from 'react';
import { Button, Sheet, type SheetProps, Skeleton, Stack, toastSuccess } from '#ui';
import { PageForm } from './page-form.tsx';
import { FormHead, type FormHeadProps } from './form-head.tsx';
import { type FormFailure, type FormOf, useForm } from './use-form.ts';
import { useDraft, useDraftOnce } from './drafts.ts';

interface FormSheetProps extends Pick<SheetProps, 'title' | 'size' | 'onClose'>, Pick<FormHeadProps, 'fieldId'> {
  readonly form: FormHeadProps['form'] & Pick<FormOf<object>, 'busy' | 'isDirty' | 'submit'>;
  readonly saveLabel: string;
  /** With the reason in the form. */
  readonly cannotSave?: boolean;
  /** False: closing does not say that a draft is kept. */
  readonly keepsWords?: boolean;
  /** Above the form's own head. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A form in a sheet: its save stays in sight, and closing it half-typed says that the draft is kept. */
export const FormSheet = (props: FormSheetProps) => {
  const {
    form,
    title,
    size,
    saveLabel,
    cannotSave = false,
    keepsWords = true,
    lead,
    fieldId,
    onClose,
    children,
  } = props;
  const formId = useId();
  const close = (): void => {
    if (form.isDirty && keepsWords) toastSuccess('Borrador guardado');
    onClose();
  };
  return (
    <Sheet
      open
      title={title}
      onClose={close}
      {...(size && { size })}
      footer={
        <Button type="submit" form={formId} variant="primary" wide busy={form.busy} disabled={cannotSave}>
          {saveLabel}
        </Button>
      }
    >
      <PageForm id={formId} onSubmit={form.submit}>
        <Stack>
          {lead}
          <FormHead form={form} {...(fieldId && { fieldId })} />
          {children}
        </Stack>
      </PageForm>
    </Sheet>
  );
};

interface DraftSheetProps<V extends object> extends Pick<SheetProps, 'title' | 'size'> {
  readonly draftKey: string;
  readonly start: V;
  readonly saveLabel: string;
  readonly lead?: ReactNode;
  /** With the reason in the form. */
  readonly cannotSave?: boolean;
  readonly save: (values: V, draftKey: string) => Promise<FormFailure | null>;
  /** Default: toasts that it is saved here. */
  readonly onSaved?: () => void;
  readonly onClose: () => void;
  readonly children: (form: FormOf<V>) => ReactNode;
}

/** A form in a sheet, kept as a draft until saved. */
export const DraftSheet = <V extends object>(props: DraftSheetProps<V>) => {
  const draft = useDraftOnce(props.draftKey);
  if (draft === undefined) {
    return (
      <Sheet open title={props.title} onClose={props.onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  return <OpenDraftSheet {...props} draft={draft} />;
};

interface OpenProps<V extends object> extends DraftSheetProps<V> {
  readonly draft: Readonly<Record<string, unknown>> | null;
}

const OpenDraftSheet = <V extends object>(props: OpenProps<V>) => {
  const { title, size, draftKey, start, draft, saveLabel, cannotSave = false, lead, save, onClose, children } = props;
  const farm = useFarm();
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (values) => {
      const failed = await save(values, draftKey);
      if (failed) return failed;
      if (props.onSaved) props.onSaved();
      else toastSaved(farm);
      onClose();
      return null;
    },
  });
  return (
    <FormSheet {...{ form, title, saveLabel, cannotSave, lead, onClose }} {...(size && { size })}>
      {children(form)}
    </FormSheet>
  );
};
