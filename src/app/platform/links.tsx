import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '#ui/button.tsx';
import { RowLink } from '#ui/row.tsx';

export const ButtonTo = createLink(ButtonLink);

export const RowTo = createLink(RowLink);
