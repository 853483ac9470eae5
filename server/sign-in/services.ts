import type { Tier } from '../../src/contract/plans'
import type { Reach } from '../http/reach'
import type { Brake } from '../lib/brake'
import type { MemberServices } from '../members/services'
import type { Keys } from '../storage/secret'
import type { AccessTokens } from './access-tokens'
import type { ApiTokens } from './api-tokens'

/** What codes and sessions work with. */
export type SignInServices = MemberServices & {
  readonly keys: Pick<Keys, 'signInCode'>
  readonly accessTokens: AccessTokens
  readonly apiTokens: ApiTokens
  readonly pairingTries: Brake
  readonly reach: Reach
  /** The time that recordings go by: a clock that leaps ahead ends no session (KEEP-08). Never within a transaction, which has SQLite to itself. */
  readonly believedTime: () => Promise<number>
  readonly config: {
    /** The plan of a new workspace. */
    readonly defaultTier: Tier
    /** null: mails are printed on the terminal. */
    readonly smtpUrl: string | null
    /** Codes are printed there for everybody, also for who has a passkey. */
    readonly hasTerminalCodes: boolean
  }
}
