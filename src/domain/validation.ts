import type * as z from 'zod/mini';

/** One thing that is wrong with what was typed or sent: where (`animals.0.count`) and a Spanish sentence. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

const sentences: Readonly<Record<string, string>> = {
  invalid_type: 'El dato falta o no es del tipo esperado',
  too_small: 'El valor es demasiado chico',
  too_big: 'El valor es demasiado grande',
  invalid_format: 'El formato no es válido',
  invalid_value: 'La opción no es válida',
  unrecognized_keys: 'Hay datos que no corresponden',
  not_multiple_of: 'El valor tiene demasiados decimales',
};

/** The issues of a failed parse, in Spanish: the schema's own sentence where it has one, else one by kind of issue. */
export const issuesOf = (issues: readonly z.core.$ZodIssue[]): Issue[] =>
  issues.map((issue) => ({
    path: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
    message: issue.message === 'Invalid input' ? (sentences[issue.code] ?? 'El dato no es válido') : issue.message,
  }));
