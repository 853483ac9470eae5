import type { Ground } from '../db/ground'
import type { OriginSources } from '../http/origin'
import type { Reach } from '../http/reach'
import type { Mailer } from '../lib/mailer'

/** What inviting and removing people works with. */
export type MemberServices = Ground & OriginSources & { readonly mailer: Mailer; readonly reach: Reach }
