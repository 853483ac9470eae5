import { useEffect, useState } from 'react'

/** Nothing flickers: what loads within this time shows no skeleton. */
const PATIENCE_MS = 300

/** Whether something has been on its way for so long that its skeleton should show. */
export function usePatience(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
