import type { Getter } from 'jotai/vanilla'
import type { Http } from '../../api/http'
import { failed } from '../../api/result'
import { servicesAtom, type Toast } from '../services'
import { entryWatch } from './session'

/**
 * The services for what somebody does here, taken as it begins. Once somebody else is in, nothing of it is sent, an answer
 * that comes late counts as none, and nothing is told (UI-12). `get`: of a write atom.
 */
export function ownServices(get: Getter) {
  const services = get(servicesAtom)
  const hasSomebodyEntered = entryWatch(get)
  const refused = failed({ kind: 'signed-out' })
  const send: Http['send'] = async (call, input) => {
    if (hasSomebodyEntered()) return refused
    const result = await services.http.send(call, input)
    return hasSomebodyEntered() ? refused : result
  }
  const showToast = (toast: Toast) => {
    if (!hasSomebodyEntered()) services.showToast(toast)
  }
  return { ...services, http: { send }, showToast }
}
