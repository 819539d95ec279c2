/** False over plain http, although the types say otherwise. */
export const hasCiphers = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;
