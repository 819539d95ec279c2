import { fieldWords, readableFields, recordedKind, thingAt } from '#domain';
import { wordsOf as recordWords } from '#domain/movements/words.ts';
import { useRecordNames } from '#platform';
import { Row, RowList } from '#ui';
import { isSilent, labelOf, useNames, type Values, wordsOf } from './field-words.ts';

interface TypedValuesProps {
  /** The kind of movement; null for anything else. */
  readonly type: string | null;
  /** The call that it came by: of a thing that is made of fields, it says what they are called. */
  readonly path: string;
  readonly body: Values | null;
}

/** What a person typed, field by field, whether or not it makes sense. */
export const TypedValues = ({ type, path, body }: TypedValuesProps) => {
  const nameOf = useNames();
  const recordNames = useRecordNames();
  const kind = recordedKind(type ?? '');
  const names = Object.keys(body ?? {}).filter((name) => !isSilent(name));
  if (names.length === 0) return null;
  // What a record says is read by the words of its kind, line by line; anything else by its own.
  const fields = kind && recordNames ? readableFields(kind.type) : {};
  const made = thingAt(path)?.fields ?? {};
  const shownValue = (name: string): string => {
    const own = made[name];
    if (own) return fieldWords(own, body?.[name], (_, id) => nameOf(id)) || '—';
    return recordOrPlain(name);
  };
  const recordOrPlain = (name: string): string =>
    fields[name] && recordNames ? recordWords(fields[name], body?.[name], recordNames) : wordsOf(body?.[name], nameOf);
  return (
    <RowList label="Lo que se cargó">
      {names.map((name) => (
        <li key={name}>
          <Row title={made[name]?.label ?? labelOf(kind, name)} right={shownValue(name)} />
        </li>
      ))}
    </RowList>
  );
};
