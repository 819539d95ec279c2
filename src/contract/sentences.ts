/** Fixed by product.md; a test compares them. */
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

/** How the spec's client recognizes an ended session or a deleted thing without codes (product.md §8). */
export const serverWords = {
  provideToken: 'Please provide token',
  sessionExpired: 'session expired',
  token: 'token',
  notFound: ['No se encontró', 'not found'],
} as const;

/** Calls without a readable answer (product.md §8, Query client). */
export const clientErrors = { fetch: 'FETCH_ERROR', timeout: 'TIMEOUT_ERROR', parsing: 'PARSING_ERROR' } as const;
