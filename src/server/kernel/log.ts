/** Where the server says what it does: one line of JSON each. Never a password, a token or a code. */
export interface Log {
  readonly info: (facts: Readonly<Record<string, unknown>>, text: string) => void;
  readonly error: (facts: Readonly<Record<string, unknown>>, text: string) => void;
}
