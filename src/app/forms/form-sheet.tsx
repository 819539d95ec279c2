import { type ReactNode, useId } from 'react';
import { Button, Sheet, type SheetProps, Stack, toastSuccess } from '#ui';
import { PageForm } from './page-form.tsx';
import { FormHead, type FormHeadProps } from './form-head.tsx';
import type { FormOf } from './use-form.ts';

interface FormSheetProps extends Pick<SheetProps, 'title' | 'size' | 'onClose'>, Pick<FormHeadProps, 'fieldId'> {
  readonly form: FormHeadProps['form'] & Pick<FormOf<object>, 'busy' | 'isDirty' | 'submit'>;
  readonly saveLabel: string;
  /** Held back, with the reason in the form. */
  readonly cannotSave?: boolean;
  /** Nothing of it is worth being found again: whoever leaves it is told nothing. */
  readonly keepsWords?: boolean;
  /** What stands above everything that the form itself has to say. */
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A kept form in a sheet over its screen: its save stays in sight, and whoever leaves it half-typed is told that it is kept. */
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
