/** The server's log, a line of JSON an entry. Never a password, token or code. */
export interface Log {
  readonly info: (facts: Readonly<Record<string, unknown>>, text: string) => void;
  readonly error: (facts: Readonly<Record<string, unknown>>, text: string) => void;
}
