/** Sentences that product.md fixes to the letter. Every screen takes them from here; a test compares them with the spec. */
export const sentences = {
  signedIn: 'Sesión iniciada correctamente',
  noToken: 'No authentication token',
  sessionTerminated: 'Session terminated',
  logoutWithApiError: 'Logout completed with API error',
  socketFailed: 'Failed to connect after 10 attempts',
  unexpectedServerError: 'Error inesperado del servidor',
  noConnection: 'No se pudo conectar con el servidor',
  signInFailed: 'Error al iniciar sesión',
  lotNotFound: 'Lote no encontrado',
  lotCreateFailed: 'Error al crear el lote',
  lotDeleteFailed: 'Error al eliminar el lote',
  animalDeleteFailed: 'Error al eliminar animal',
  animalTransferFailed: 'Error al transferir animales',
  animalDeleted: 'Animal eliminado exitosamente',
  animalTransferred: 'Transferencia completada exitosamente',
  success: 'Success',
  lotOrderFailed: 'error',
  movementTitle: 'Registro de datos',
  editHistory: 'Historial de ediciones',
  seeAll: 'Ver todo',
  applicationError: 'Unexpected Application Error!',
} as const;

/** Words by which the spec's client knows a session that ended or a thing already deleted, for backends without codes (product.md §8). */
export const serverWords = {
  provideToken: 'Please provide token',
  sessionExpired: 'session expired',
  token: 'token',
  notFound: ['No se encontró', 'not found'],
} as const;

/** How a call that gave no readable answer is reported (product.md §8, Query client). */
export const clientErrors = { fetch: 'FETCH_ERROR', timeout: 'TIMEOUT_ERROR', parsing: 'PARSING_ERROR' } as const;
