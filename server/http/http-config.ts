import type { LanConfig } from './lan-config'

/** How the hub listens, and where people reach it. */
export interface HttpConfig {
  readonly port: number
  readonly host: string
  /** Where a certificate that the hub makes for itself is kept. */
  readonly dataDir: string
  /** Origin under which people reach the hub; null: whatever address a request came to. */
  readonly publicOrigin: string | null
  /** Proxies whose word on who asks is taken, as proxy-addr names them. */
  readonly trustedProxies: readonly string[]
  /** Paths of PEM files, or a certificate that the hub makes for itself; null: plain http. */
  readonly tls: Tls | null
  /** https for the local network beside it; null: what the line above says is all. */
  readonly lan: LanConfig | null
  /** What others call this machine, where it cannot tell by itself. */
  readonly lanAddresses: readonly string[]
  /** Folder of the built web app; null: the hub serves the API only. */
  readonly appDir: string | null
}

export type Tls =
  | { readonly kind: 'files'; readonly certPath: string; readonly keyPath: string }
  | { readonly kind: 'self-signed' }
