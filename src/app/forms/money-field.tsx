import { TextField, type TextFieldProps } from '#ui';

/**
 * A typed price (`18.500.000`, `12.500,75`, `12,5`) as the wire has it; null for none. A dot before three digits groups thousands, but
 * for one after nothing or after four digits: `0.335`, `1401.125`. Anything else stays as typed, for its field to refuse.
 */
export const moneyOf = (text: string): string | null =>
  text.trim() === ''
    ? null
    : text
        .trim()
        .replace(/^(US)?\$\s*/i, '')
        .replace(/\.(?=\d{3}(\D|$))/g, (dot, _, at: number, whole: string) =>
          Number(whole.slice(0, at)) === 0 || /^\d{4}/.test(whole) ? dot : '',
        )
        .replace(',', '.');

/** A wire price as it is typed. */
export const typedMoney = (amount: string): string => amount.replace(/\.00$/, '').replace('.', ',');

/** A price field. */
export const MoneyField = (props: TextFieldProps) => (
  <TextField inputMode="decimal" autoComplete="off" placeholder="0,00" maxLength={20} {...props} />
);
