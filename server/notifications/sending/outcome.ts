/** How sending one message went. Problems are sentences for the settings screen; `again` is for what may pass. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly problem: string }
  | {
      readonly kind: 'again'
      readonly problem: string
      /** How long the other side asks to be left alone, in milliseconds; null: it does not say. */
      readonly afterMs: number | null
    }
  | { readonly kind: 'aborted' }
