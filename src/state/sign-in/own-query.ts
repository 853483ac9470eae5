import type { Atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import type { Result } from '../../api/result'
import { unwrap } from '../http/request-error'
import { type Services, servicesAtom } from '../services'
import { keysAtom, type QueryName } from './query-keys'
import { isSignedInAtom } from './session'

/** What the hub says to whoever is signed in, where `isOfferedAtom` says that it has that; read while a screen shows it. */
export function ownQuery<Said>(
  name: QueryName,
  ask: (http: Services['http']) => Promise<Result<Said>>,
  isOfferedAtom: Atom<boolean> = isSignedInAtom,
) {
  return atomWithQuery((get) => ({
    queryKey: get(keysAtom)[name],
    enabled: get(isSignedInAtom) && get(isOfferedAtom),
    queryFn: async () => unwrap(await ask(get(servicesAtom).http)),
  }))
}
