import { fieldWords, fullName, isThingName, readableFields, recordedKind, thingOf } from '#domain';
import { wordsOf as recordWords } from '#domain/movements/words.ts';
import { useCampos, useCategories, useLots, useMembers, useRecordNames, useRodeos } from '#platform';
import { Row, RowList } from '#ui';
import { isSilent, labelOf, type NameOf, type Values, valueWords, wordsOf } from './typed-words.ts';

/** Names of what a field may refer to. */
export function useNames(): NameOf {
  const lots = useLots();
  const rodeos = useRodeos();
  const campos = useCampos();
  const categories = useCategories();
  const members = useMembers();
  const names = new Map<string, string>([
    ...valueWords,
    ...(lots ?? []).map(({ lot }) => [lot.id, lot.name] as const),
    ...(rodeos ?? []).map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
    ...(campos ?? []).map(({ id, name }) => [id, name] as const),
    ...(categories ?? []).map(({ id, name }) => [id, name] as const),
    ...(members ?? []).map((member) => [member.id, fullName(member)] as const),
  ]);
  return (id) => names.get(id) ?? null;
}

interface TypedValuesProps {
  /** Null for anything but a movement. */
  readonly type: string | null;
  /** A thing's, by whose words its fields are read. */
  readonly subject: string;
  readonly body: Values | null;
}

/** What was typed, field by field, valid or not. */
export const TypedValues = ({ type, subject, body }: TypedValuesProps) => {
  const nameOf = useNames();
  const recordNames = useRecordNames();
  const kind = recordedKind(type ?? '');
  const names = Object.keys(body ?? {}).filter((name) => !isSilent(name));
  if (names.length === 0) return null;
  // Movements are read by their kind's words, things by their own.
  const fields = kind && recordNames ? readableFields(kind.type) : {};
  const made = (isThingName(subject) && thingOf(subject).fields) || {};
  const shownValue = (name: string): string => {
    const own = made[name];
    if (own) return fieldWords(own, body?.[name], (_, id) => nameOf(id)) || '—';
    return recordOrPlain(name);
  };
  const recordOrPlain = (name: string): string =>
    fields[name] && recordNames ? recordWords(fields[name], body?.[name], recordNames) : wordsOf(body?.[name], nameOf);
  return (
    <RowList label="Lo cargado">
      {names.map((name) => (
        <li key={name}>
          <Row title={made[name]?.label ?? labelOf(kind, name)} right={shownValue(name)} />
        </li>
      ))}
    </RowList>
  );
};
