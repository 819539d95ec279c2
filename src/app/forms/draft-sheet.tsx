import type { ReactNode } from 'react';
import { Sheet, type SheetProps, Skeleton, toastSaved } from '#ui';
import { useDraft, useDraftOnce } from './drafts.ts';
import { FormSheet } from './form-sheet.tsx';
import { useFarmStatus } from '#platform';
import type { FormFailure } from './typed.ts';
import { type FormOf, useForm } from './use-form.ts';

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
  const { reach } = useFarmStatus();
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (values) => {
      const failed = await save(values, draftKey);
      if (failed) return failed;
      if (props.onSaved) props.onSaved();
      else toastSaved(reach === 'reachable');
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
