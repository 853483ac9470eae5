/** What a device or a password manager signs in with. Goes with its user (migration 0019). */
export interface PasskeyTable {
  id: string
  user_id: string
  /** As the authenticator names it, in base64url. */
  credential_id: string
  /** Host name of the hub that it was made for, and is good for. */
  rp_id: string
  name: string
  /** COSE key in base64url. */
  public_key: string
  /** How often its authenticator has signed, as it says; 0 for ever where it does not count. */
  counter: number
  /** How browsers reach it, with a space between two. */
  transports: string
  created_at: number
  last_used_at: number | null
  /** When it came with a counter that went back, as that of a copy would; null: never. */
  doubted_at: number | null
}

/** What an authenticator is to sign. Its row goes with its first use. */
export interface PasskeyChallengeTable {
  challenge: string
  purpose: ChallengePurpose
  /** Who makes a passkey; null: somebody signs in. */
  user_id: string | null
  expires_at: number
}

export type ChallengePurpose = 'registration' | 'sign-in'
