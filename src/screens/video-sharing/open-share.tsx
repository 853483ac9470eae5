import { Center, Spinner } from '@chakra-ui/react'
import { useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { openShareAtom, type ShareOpening } from '../../state/shares/shares'
import { Notice } from '../../ui/notices/notice'

/** Where the page of a share for members sends people to sign in: it takes them back there (SHARE-19). */
export function OpenShare({ shareId }: { readonly shareId: string }) {
  const open = useSetAtom(openShareAtom)
  const [opening, setOpening] = useState<ShareOpening>({ phase: 'opening' })
  useEffect(() => {
    const end = new AbortController()
    void open(shareId, end.signal).then((outcome) => end.signal.aborted || setOpening(outcome))
    return () => end.abort()
  }, [open, shareId])
  if (opening.phase === 'failed') {
    return (
      <Notice kind="warning" title="This film cannot be opened">
        {opening.text}
      </Notice>
    )
  }
  return (
    <Center minH="12rem">
      <Spinner size="lg" role="status" aria-label="Opening the shared film" />
    </Center>
  )
}
