/** By the browser's error name. */
export const cameraSentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'La cámara no está permitida. Permitila en los ajustes del navegador, o elegí un archivo.',
  NotFoundError: 'Este dispositivo no tiene cámara. Elegí un archivo.',
};

export const noCamera = 'No se pudo abrir la cámara. Elegí un archivo.';
