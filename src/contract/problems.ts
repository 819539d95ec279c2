import type { Issue } from '../domain/validation.ts';

type Retry = 'never' | 'later' | 'after-sign-in';

interface ProblemRow {
  readonly status: number;
  readonly message: string;
  readonly retry: Retry;
}

const never = (status: number, message: string): ProblemRow => ({ status, message, retry: 'never' });
const later = (status: number, message: string): ProblemRow => ({ status, message, retry: 'later' });
/** English, as the spec's client expects (product.md §8). */
const signIn = (message: string): ProblemRow => ({ status: 401, message, retry: 'after-sign-in' });

/** All problems of the wire (wire.md §Problems), told apart by code. */
export const problems = {
  INVALID_BODY: never(400, 'Revisá los datos marcados'),
  INVALID_JSON: never(400, 'No se pudieron leer los datos enviados'),
  WEAK_PASSWORD: never(400, 'Elegí una contraseña menos común'),
  WRONG_CODE: never(400, 'El código no es correcto o ya venció'),
  BAD_PHONE: never(400, 'Ingresá un celular argentino con código de área'),
  WRONG_CREDENTIALS: never(401, 'Correo o contraseña incorrectos'),
  FORBIDDEN: never(403, 'No tenés permiso para hacer esto'),
  WRONG_PASSWORD: never(403, 'La contraseña no es correcta'),
  NOT_FOUND: never(404, 'No se encontró'),
  CONFLICT: never(409, 'Otro usuario también lo cambió'),
  NAME_TAKEN: never(409, 'Ya existe uno con ese nombre'),
  EMAIL_TAKEN: never(409, 'Ya existe una cuenta con ese correo'),
  LAST_OWNER: never(409, 'Tiene que quedar al menos un dueño'),
  LOT_NOT_EMPTY: never(409, 'El lote tiene animales: movelos a otro lote antes de eliminarlo'),
  DEPENDENT_MOVEMENTS: never(409, 'Hay movimientos posteriores con estos animales'),
  RESYNC: never(410, 'Hay que volver a traer los datos'),
  BODY_TOO_LARGE: never(413, 'Los datos enviados son demasiado grandes'),
  FILE_TYPE: never(415, 'El tipo de archivo no se acepta'),
  NOT_ENOUGH_ANIMALS: never(422, 'No hay animales suficientes'),
  NOT_ENOUGH_STOCK: never(422, 'No hay stock suficiente'),
  PERIOD_CLOSED: never(422, 'Período cerrado'),
  IDEMPOTENCY_MISMATCH: never(422, 'Este envío ya se usó con otros datos'),
  /** Not the history the phone knows: it loads everything, then resends what is missing. */
  OTHER_LIFE: later(410, 'El servidor volvió a una copia: hay que volver a traer los datos'),
  DEPENDENCY_MISSING: later(424, 'Espera otro registro que todavía no llegó'),
  UPGRADE_REQUIRED: later(426, 'Falta actualizar la app'),
  RATE_LIMITED: later(429, 'Demasiados intentos. Esperá un momento y probá de nuevo'),
  SERVER_ERROR: later(500, 'Error inesperado del servidor'),
  SERVER_BUSY: later(503, 'El servidor está ocupado. Esperá un momento y probá de nuevo'),
  DATABASE_UNAVAILABLE: later(503, 'El servidor no puede guardar en este momento'),
  TOKEN_MISSING: signIn('Please provide token'),
  TOKEN_EXPIRED: signIn('token expired'),
  TOKEN_INVALID: signIn('invalid token'),
  SESSION_REVOKED: signIn('session expired'),
  SESSION_EXPIRED: signIn('session expired'),
  SESSION_REUSE: signIn('session expired'),
  /** Newer than the database's session: a backup was restored. No theft, so only the password is asked. */
  SESSION_AHEAD: signIn('session expired'),
  /** The phone is marked as lost: what it sent was kept apart (`kept`), and it must wipe itself. */
  SESSION_LOST: signIn('session expired'),
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ProblemCode = keyof typeof problems;

/** An expected failure: thrown by the server, sent as JSON, a value on the phone. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** Further parts of the answer (`movements` of DEPENDENT_MOVEMENTS). */
  readonly parts?: Readonly<Record<string, unknown>>;
}

export const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problems, code);

export const sentenceOf = (problem: Problem): string => problem.message ?? problems[problem.code].message;
