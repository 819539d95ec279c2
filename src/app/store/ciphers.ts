/** Whether this browser has ciphers at all: over plain http none has. Its types say that every one does. */
export const hasCiphers = (): boolean => (crypto.subtle as SubtleCrypto | undefined) !== undefined;
