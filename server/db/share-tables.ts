/** A clip that others watch by a link; it goes with the clip, and stays when who made it leaves (migration 0023). */
export interface ShareTable {
  id: string
  workspace_id: string
  video_id: string
  /** User; null: they are no user any more. */
  created_by: string | null
  title: string
  description: string
  token_hash: string
  /** The token itself, for members to copy again (server/lib/sealed-text.ts). */
  sealed_token: string
  /** null: none. */
  password_hash: string | null
  is_public: number
  created_at: number
  expires_at: number
  views: number
}
