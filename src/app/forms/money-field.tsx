import { TextField, type TextFieldProps } from '#ui';

/**
 * A price as people write it (`18.500.000`, `12.500,75`, `12,5`) in the wire's spelling; null for none. Three digits after a dot are
 * thousands: a price has two decimals at most. What is no price goes as it is: its field has a sentence for it.
 */
export const moneyOf = (text: string): string | null =>
  text.trim() === ''
    ? null
    : text
        .trim()
        .replace(/^(US)?\$\s*/i, '')
        .replace(/\.(?=\d{3}(\D|$))/g, '')
        .replace(',', '.');

/** A price of the wire as it is typed. */
export const typedMoney = (amount: string): string => amount.replace(/\.00$/, '').replace('.', ',');

/** A price, typed as people write it. */
export const MoneyField = (props: TextFieldProps) => (
  <TextField inputMode="decimal" autoComplete="off" placeholder="0,00" maxLength={20} {...props} />
);
