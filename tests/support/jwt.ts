/** A token of another provider: it says what it likes, and nobody here can check its signature. */
export function jwt(payload: object): string {
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`
}
