import { type ReactNode, useId } from 'react';
import { Button, Sheet, type SheetProps, Stack, toastSuccess } from '#ui';
import { PageForm } from './page-form.tsx';
import { FormHead, type FormHeadProps } from './form-head.tsx';
import type { FormOf } from './use-form.ts';

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
      <PageForm id={formId} onSubmit={() => void form.submit()}>
        <Stack>
          {lead}
          <FormHead form={form} {...(fieldId && { fieldId })} />
          {children}
        </Stack>
      </PageForm>
    </Sheet>
  );
};
