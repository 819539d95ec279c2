import { formatInstant, fullName, joined, listOf } from '#domain';
import type { Said, Thing } from '#domain/things/describe.ts';
import { useMembers } from '#platform';

interface StoryLine {
  readonly by: string | null;
  readonly at: string;
  readonly what: string;
}

const textAt = (said: Said, name: string): string | null => {
  const value = said[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

function changesOf({ fields }: Thing, row: Said): StoryLine[] {
  const history = row.editHistory;
  if (!Array.isArray(history)) return [];
  return (history as unknown[]).flatMap((edit): StoryLine[] => {
    if (typeof edit !== 'object' || edit === null) return [];
    const at = textAt(edit as Said, 'editedAt');
    const names = (edit as Said).changes;
    if (at === null || !Array.isArray(names)) return [];
    const labels = (names as unknown[]).map((name) => fields?.[String(name)]?.label ?? String(name));
    return [{ by: textAt(edit as Said, 'editedBy'), at, what: `Cambió ${listOf(labels)}` }];
  });
}

/** Who created a thing and who changed what, newest last. */
export const ThingStory = ({ thing, row }: { readonly thing: Thing; readonly row: Said }) => {
  const members = useMembers() ?? [];
  const nameOf = (id: string | null): string | null => {
    const member = members.find((person) => person.id === id);
    return member ? fullName(member) : null;
  };
  const created = textAt(row, 'created_at');
  const made = thing.words.gender === 'm' ? 'Creado' : 'Creada';
  const lines: readonly StoryLine[] = [
    ...(created === null ? [] : [{ by: textAt(row, 'created_by'), at: created, what: made }]),
    ...changesOf(thing, row),
  ];
  const carrier = nameOf(textAt(row, 'carried_by'));
  return (
    <ul aria-label="Historia">
      {lines.map(({ by, at, what }) => (
        <li key={`${at} ${what}`}>{joined(what, nameOf(by), formatInstant(at))}</li>
      ))}
      {carrier === null ? null : <li>{`Lo trajo ${carrier}`}</li>}
    </ul>
  );
};
