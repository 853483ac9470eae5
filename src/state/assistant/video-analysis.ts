import { atom } from 'jotai/vanilla'
import { hoursWords } from '../../lib/film-words'
import { extensionsAtom } from '../http/extensions'
import { isFirstAttempt } from '../http/reads'
import { hasHeardAtom } from '../hub/connection'
import { chatUsageQueryAtom } from './chat-count'

/** Fixed, where the provider tells no other (CHAT-11, X-77). */
const FIXED = '3 hours'

/**
 * The Video analysis of the Usage Stats card: how long all recordings are that the assistant can be asked about (FACT-10).
 * null while that is awaited.
 */
export const videoAnalysisAtom = atom((get): string | null => {
  if (!get(extensionsAtom).has('facts')) return get(hasHeardAtom) ? FIXED : null
  const query = get(chatUsageQueryAtom)
  if (query.data === undefined) return isFirstAttempt(query) ? null : 'not known'
  const { recordedMs } = query.data
  return recordedMs === undefined ? FIXED : hoursWords(recordedMs)
})
