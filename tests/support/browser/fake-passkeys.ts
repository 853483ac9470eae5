import type { PasskeyAnswer, PasskeyPlatform } from '../../../src/state/services'
import { ORIGIN } from '../backend'
import { SoftwareAuthenticator } from '../software-authenticator'

/** A browser without passkeys, as most tests have it. */
export const noPasskeys: PasskeyPlatform = {
  obstacle: 'browser',
  canFill: async () => false,
  canKeep: async () => false,
  deviceName: async () => '',
  create: async () => ({ kind: 'failed', problem: 'there are no passkeys' }),
  get: async () => ({ kind: 'failed', problem: 'there are no passkeys' }),
}

/** A browser with an authenticator in it, and somebody before it. */
export interface FakePasskeys extends PasskeyPlatform {
  /** What the person does at the browser's next windows; by default they go along. */
  next: Exclude<PasskeyAnswer<never>, { kind: 'given' }> | null
  /** Windows that were shown. */
  readonly shown: ('create' | 'ask')[]
  /** Chooses the passkey that is offered where an address is typed; throws where none is. */
  choose(): void
  /** How often one was offered there. */
  fills: number
}

export function fakePasskeys(authenticator = new SoftwareAuthenticator({ origin: ORIGIN })): FakePasskeys {
  let choose: (() => void) | null = null
  const fake: FakePasskeys = {
    obstacle: null,
    next: null,
    shown: [],
    fills: 0,
    canFill: async () => true,
    canKeep: async () => true,
    deviceName: async () => 'Chrome on Linux',
    async create(options) {
      fake.shown.push('create')
      return fake.next ?? { kind: 'given', credential: authenticator.create(options) }
    },
    async get(options, how, signal) {
      if (how === 'ask') {
        fake.shown.push('ask')
        return fake.next ?? { kind: 'given', credential: authenticator.get(options) }
      }
      fake.fills += 1
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'dismissed' }))
        choose = () => resolve({ kind: 'given', credential: authenticator.get(options) })
      })
    },
    choose() {
      if (choose === null) throw new Error('No passkey is offered.')
      choose()
    },
  }
  return fake
}
