import { atom, type Getter } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'

/** A list that a read brought: what the hub took of a change shows in it at once, and then it is read again. */
export function knownList<Row>(keyOf: (get: Getter) => readonly unknown[]) {
  /** Changes what is known; nothing where the list has not come yet. */
  const changeAtom = atom(null, (get, _set, change: (rows: Row[]) => Row[]) => {
    get(queryClientAtom).setQueryData<Row[]>(keyOf(get), (rows) => rows && change(rows))
  })
  const readAtom = atom(null, (get) => {
    void get(queryClientAtom).invalidateQueries({ queryKey: keyOf(get) })
  })
  return { changeAtom, readAtom }
}
