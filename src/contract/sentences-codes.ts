/** What the camera says when it cannot look for codes, by the browser's name of the reason. */
export const cameraSentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'La cámara no está permitida. Permitila en los ajustes del navegador, o elegí un archivo.',
  NotFoundError: 'Este dispositivo no tiene cámara. Elegí un archivo.',
};

/** For every other reason. */
export const noCamera = 'No se pudo abrir la cámara. Elegí un archivo.';
