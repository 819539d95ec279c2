/** The way in for screens. */
export * from './csv.ts';
export * from './current-farm.tsx';
export * from './failed-notice.tsx';
export * from './farm-context.tsx';
export * from './links.tsx';
export * from './live-connection-context.tsx';
export * from './needs-signal.tsx';
export * from './pin-lock-context.tsx';
export * from './session-context.tsx';
export * from './share.ts';
export * from './tab-memory.ts';
export * from './today.ts';
export * from './use-answer.ts';
export * from './use-may.ts';
export * from './use-more-rows.ts';
