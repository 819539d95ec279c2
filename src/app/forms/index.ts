/** The way in for screens. */
export * from './bind.ts';
export * from './drafts.ts';
export * from './form-head.tsx';
export * from './form-sheet.tsx';
export * from './has-typed.ts';
export * from './keeping.ts';
export * from './money-field.tsx';
export * from './other-windows.ts';
export * from './page-form.tsx';
export * from './pick-list.tsx';
export * from './submit.tsx';
export * from './under-way.ts';
export * from './unit-field.tsx';
export * from './use-form.ts';
export * from './use-once.ts';
