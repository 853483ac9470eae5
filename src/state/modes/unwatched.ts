import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { DASHBOARD_WINDOW_MS } from '../../contract/limits'
import type { ModeSpanRow } from '../../contract/modes/modes'
import { MINUTE_MS } from '../../lib/durations'
import { lengthWords } from '../../lib/film-words'
import { modeTitles } from '../../lib/modes/mode'
import { listOfWords } from '../../lib/words'
import { WORKSPACE_POLL_MS } from '../http/polling'
import { unwrap } from '../http/request-error'
import { isHubSilentAtom } from '../hub/connection'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { hasModesAtom } from './holding-mode'

/** Which modes held in the last 24 hours. */
const dayModesQueryAtom = atomWithQuery((get) => {
  const hubNowMs = get(hubNowMsAtom)
  return {
    queryKey: [...get(keysAtom).modes, 'day'],
    enabled: get(isSignedInAtom) && get(hasModesAtom),
    refetchInterval: WORKSPACE_POLL_MS,
    queryFn: async () => {
      const { http } = get(servicesAtom)
      const endMs = hubNowMs()
      const query = {
        dateStart: new Date(endMs - DASHBOARD_WINDOW_MS).toISOString(),
        dateEnd: new Date(endMs).toISOString(),
      }
      return unwrap(await http.send(calls.modes.history, { query }))
    },
  }
})

/** For how long of these no camera was to record motion, in words; null: there was always one that was (MODE-10). */
export function unwatchedWords(spans: readonly ModeSpanRow[]): string | null {
  const blind = spans.filter(({ isNothingRecorded }) => isNothingRecorded)
  const ms = blind.reduce((sum, { from, until }) => sum + Date.parse(until) - Date.parse(from), 0)
  if (ms < MINUTE_MS) return null
  const names = listOfWords([...new Set(blind.map(({ mode }) => modeTitles[mode]))])
  const length = lengthWords(Math.floor(ms / MINUTE_MS) * MINUTE_MS)
  return `For ${length} of the last 24 hours no camera recorded what moved: the mode was ${names}.`
}

/** What must be said where nothing is shown: that it was quiet is not known of that time. */
export const unwatchedWordsAtom = atom((get) => {
  const words = unwatchedWords(get(dayModesQueryAtom).data?.spans ?? [])
  return get(isHubSilentAtom) ? 'What moved since the hub last answered is not known.' : words
})
