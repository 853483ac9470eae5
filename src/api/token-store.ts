/** What a signed-in browser keeps (SESS-01). */
export interface StoredSession {
  readonly token: string
  readonly refreshToken: string | null
  readonly workspaceId: string | null
}

/** Where the session is kept; read anew for every call, since another tab may have changed it. */
export interface TokenStore {
  /** null without a token. */
  read(): StoredSession | null
  /** Replaces the token pair, keeping the workspace. */
  replaceTokens(token: string, refreshToken: string): void
  clear(): void
}
