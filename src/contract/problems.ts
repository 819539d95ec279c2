import type { Issue } from '../domain/validation.ts';

/** When a refused call may be sent again: never as it is, later by itself, or after the person signs in. */
type Retry = 'never' | 'later' | 'after-sign-in';

interface ProblemRow {
  readonly status: number;
  readonly message: string;
  readonly retry: Retry;
}

const never = (status: number, message: string): ProblemRow => ({ status, message, retry: 'never' });
const later = (status: number, message: string): ProblemRow => ({ status, message, retry: 'later' });
/** The sentences are the spec's own, in English (product.md §8): the spec's client looks for them. */
const signIn = (message: string): ProblemRow => ({ status: 401, message, retry: 'after-sign-in' });

/** Everything that can go wrong on the wire (wire.md §Problems): the server throws by code, the client decides by code. */
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
  /** This history is not the one that the phone knows: it fetches the whole, then sends again what is not in it. */
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
  /** The token is newer than what this database knows of its session: a copy was put back. No theft; the password is asked. */
  SESSION_AHEAD: signIn('session expired'),
  /** The phone was marked as lost: what it sent was kept apart (`kept`), and it is to empty itself. */
  SESSION_LOST: signIn('session expired'),
} as const satisfies Readonly<Record<string, ProblemRow>>;

export type ProblemCode = keyof typeof problems;

/** A foreseen failure of a call: thrown on the server, answered as JSON, kept as a value on the phone. */
export interface Problem {
  readonly code: ProblemCode;
  /** A sentence of its own where the table's is too general. */
  readonly message?: string;
  readonly issues?: readonly Issue[];
  /** Parts that travel beside the sentence (`movements` of DEPENDENT_MOVEMENTS). */
  readonly parts?: Readonly<Record<string, unknown>>;
}

/** Whether a word is one of our codes. */
export const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problems, code);

/** The sentence that a person reads. */
export const sentenceOf = (problem: Problem): string => problem.message ?? problems[problem.code].message;
