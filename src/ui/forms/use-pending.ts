import { useRef, useState } from 'react'

/** Whether something is under way, and what begins it: nothing while it is, and it is over by failure, too. */
export function usePending(): readonly [isPending: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  // Two presses may come before the first is drawn.
  const isUnderWay = useRef(false)
  const [isPending, setPending] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setPending(true)
    try {
      await work()
    } finally {
      isUnderWay.current = false
      setPending(false)
    }
  }
  return [isPending, run]
}
