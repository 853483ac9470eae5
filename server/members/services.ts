import type { Ground } from '../db/ground'
import type { Db } from '../db/schema'
import type { MailOriginSources } from '../http/reach'
import type { Mailer } from '../lib/mailer'
import type { Keys } from '../storage/secret'

/** Whose membership of which workspace ends, and whose the workspace is. */
export interface Departure {
  readonly workspaceId: string
  readonly email: string
  readonly ownerEmail: string
}

/** Whoever keeps an address of people: what went to somebody shall not follow them out of the workspace. */
export interface DepartureWatch {
  /** In the transaction that ends the membership. Resolves to where their mails go now; null: none went to them. */
  noteDeparture(db: Db, departure: Departure): Promise<string | null>
}

/** What inviting and removing people works with. */
export type MemberServices = Ground &
  MailOriginSources & {
    /** null: mails are printed on the terminal. */
    readonly config: { readonly smtpUrl: string | null }
    readonly mailer: Mailer
    readonly departureWatch: DepartureWatch
    readonly keys: Pick<Keys, 'signInCode'>
  }
