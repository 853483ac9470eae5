import type { IceServer } from '../../src/contract/live/live'
import type { Ground } from '../db/ground'
import type { Authentication } from '../http/auth'
import type { OriginSources } from '../http/origin'
import type { LiveLimits } from './limits'
import type { ProgramAccess } from './passes'
import type { Switchboard } from './switchboard'

/** What looking through cameras works with. */
export type LiveServices = Ground &
  OriginSources &
  Authentication & {
    readonly config: { readonly iceServers: readonly IceServer[] }
    readonly switchboard: Switchboard
    readonly programAccess: ProgramAccess
    readonly liveLimits: LiveLimits
  }
