import type { Note } from '#domain';

/** Form values; tags are comma-separated. */
export interface NoteValues {
  readonly text: string;
  readonly title: string;
  readonly tags: string;
  readonly visibility: string;
  readonly lot_id: string;
  readonly rodeo_id: string;
  readonly remind_on: string;
  readonly photos: readonly string[];
  /** Empty for none. */
  readonly audio_id: string;
}

export const noteStart = (row: Note | null): NoteValues => ({
  text: row?.text ?? '',
  title: row?.title ?? '',
  tags: row?.tags.join(', ') ?? '',
  visibility: row?.visibility ?? 'todos',
  lot_id: row?.lot_id ?? '',
  rodeo_id: row?.rodeo_id ?? '',
  remind_on: row?.remind_on ?? '',
  photos: row?.photos ?? [],
  audio_id: row?.audio_id ?? '',
});

/** Distinct tags of a line. */
const tagsOf = (line: string): string[] => [
  ...new Set(
    line
      .split(',')
      .map((word) => word.trim().replace(/^#/, ''))
      .filter((word) => word !== ''),
  ),
];

export const noteBody = (values: NoteValues): Readonly<Record<string, unknown>> => ({
  text: values.text,
  title: values.title.trim() || null,
  tags: tagsOf(values.tags),
  visibility: values.visibility,
  lot_id: values.lot_id || null,
  rodeo_id: values.rodeo_id || null,
  remind_on: values.remind_on || null,
  photos: values.photos,
  audio_id: values.audio_id || null,
});

/** Whether any field of 'Más datos' is filled. */
export const saysMore = ({ title, tags, lot_id, rodeo_id, remind_on }: NoteValues): boolean =>
  [title, tags, lot_id, rodeo_id, remind_on].some((text) => text !== '');
