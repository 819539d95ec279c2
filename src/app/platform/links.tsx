import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '#ui/button.tsx';
import { RowLink } from '#ui/row.tsx';

/** A link that looks like a button. */
export const ButtonTo = createLink(ButtonLink);

/** A row of a list that leads to a screen. */
export const RowTo = createLink(RowLink);
