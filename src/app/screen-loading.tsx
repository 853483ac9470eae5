import { Center, Spinner } from '@chakra-ui/react'
import { useEffect, useState } from 'react'

/** Screens come fast; only one that takes longer than this shows that it is on its way. */
const PATIENCE_MS = 600

export function ScreenLoading() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return <Center minH="12rem">{isSlow && <Spinner role="status" aria-label="This screen is on its way" />}</Center>
}
