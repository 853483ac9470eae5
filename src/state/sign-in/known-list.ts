import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { keysAtom, type QueryName } from './query-keys'

/** A list that a read brought: what the hub took of a change shows in it at once, and then it is read again. */
export function knownList<Row>(name: QueryName) {
  /** Changes what is known; nothing where the list has not come yet. */
  const changeAtom = atom(null, (get, _set, change: (rows: Row[]) => Row[]) => {
    get(queryClientAtom).setQueryData<Row[]>(get(keysAtom)[name], (rows) => rows && change(rows))
  })
  const readAtom = atom(null, (get) => {
    void get(queryClientAtom).invalidateQueries({ queryKey: get(keysAtom)[name] })
  })
  return { changeAtom, readAtom }
}
