/**
 * Where the browser of one session gets its pushes. It goes with the session, and with the membership of its person
 * (migration 0021).
 */
export interface PushSubscriptionTable {
  id: string
  workspace_id: string
  user_id: string
  session_id: string
  /** Address at the browser's push service: who knows it can knock there, and say nothing that the browser believes. */
  endpoint: string
  /** The browser's public key and its secret (RFC 8291), in base64url. */
  p256dh: string
  auth: string
  created_at: number
  last_pushed_at: number | null
  /** Of the secret that the browser's service worker renews it with; null: it was made before there were any (migration 0028). */
  renewal_hash: string | null
  /** When the push service said that the browser gave it up: address and keys are forgotten, until the browser renews it. */
  gone_at: number | null
}
