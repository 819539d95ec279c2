import { type Day, relativeDay } from '#domain';
import { FoldLine, type FoldLineProps } from '#ui';

interface WhenLineProps extends Omit<FoldLineProps, 'when' | 'isMarked'> {
  /** Empty for none. */
  readonly date: string;
  readonly today: Day;
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('es-AR') + text.slice(1);

/** Place and date in one line (ux.md §1.3). A day other than today stands out. */
export const WhenLine = ({ date, today, ...rest }: WhenLineProps) => (
  <FoldLine
    {...rest}
    when={date === '' ? 'Falta la fecha' : capital(relativeDay(date, today))}
    isMarked={date !== today}
  />
);
