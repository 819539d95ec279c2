import type * as z from 'zod/mini';
import { formatNumber } from './numbers.ts';

/** A problem of input: its path (`animals.0.count`) and a Spanish sentence. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const sentences: Readonly<Record<string, string>> = {
  invalid_type: 'El dato falta o no es del tipo esperado',
  invalid_format: 'El formato no es válido',
  invalid_value: 'La opción no es válida',
  unrecognized_keys: 'Hay datos que no corresponden',
  not_multiple_of: 'El valor tiene demasiados decimales',
};

const least = ({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string => {
  if (origin === 'string') return 'Completá este dato';
  return `Ingresá ${inclusive === false ? 'más de' : 'al menos'} ${formatNumber(Number(minimum))}`;
};

const most = ({ origin, maximum }: z.core.$ZodIssueTooBig): string =>
  `${origin === 'string' ? 'Usá como máximo' : 'Como máximo'} ${formatNumber(Number(maximum))}${origin === 'string' ? ' caracteres' : ''}`;

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return least(issue);
  if (issue.code === 'too_big') return most(issue);
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'Ingresá un número entero';
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'Ingresá un número';
  return sentences[issue.code] ?? 'El dato no es válido';
}

/** Issues in Spanish: the schema's message, else one by code. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[]): Issue[] =>
  issues.map((issue) => ({
    path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
    message: issue.message === 'Invalid input' ? sentenceOf(issue) : issue.message,
  }));
