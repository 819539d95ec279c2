import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../src/app/features');

const makers = /\buse(?:Form|RecordForm|DraftText)(?:<[^>]*>)?\(|<(?:DraftSheet|ThingSheet)\b/;
const typing =
  /<(?:TextField|SearchField|TextArea|NumberField|MoneyField|PasswordField|SelectField|SupplySelect|DateField|Stepper|Keypad|CheckField|ChipGroup|input|textarea|select)\b/;

/** Every screen's source, by its path under src/app/features. */
export const screens: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** Files that make a form of one of the kinds that keep what is typed. */
export const formDrafts = (sources: ReadonlyMap<string, string> = screens): string[] =>
  [...sources].filter(([, text]) => makers.test(text)).map(([path]) => path);

/** Files where something is typed or chosen into the screen's own memory, which is gone with the screen. */
export const unkept = (sources: ReadonlyMap<string, string> = screens): string[] =>
  [...sources]
    .filter(([, text]) => typing.test(text))
    .filter(([, text]) =>
      [...text.matchAll(/const \[(\w+), \w+\] = useState/g)].some(([, name]) =>
        new RegExp(`\\b(?:value|checked)=\\{${name}\\b`).test(text),
      ),
    )
    .map(([path]) => path);
