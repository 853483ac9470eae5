import { Box, Button, chakra } from '@chakra-ui/react'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Whoever is this near to the end, in pixels, has not scrolled up. */
const NEAR_END_PX = 48

/** Above what is read from its beginning. */
const MARGIN_PX = 16

/**
 * A list of messages that stays at its newest unless the reader has scrolled up; then a button leads back. A message that is
 * higher than the room for it is shown from its beginning.
 * `revision` changes with every message; `isOwn` says that the newest is the reader's, who then wants to see it.
 */
export function MessageScroller(props: {
  readonly label: string
  readonly revision: string
  readonly isOwn: boolean
  readonly isBusy: boolean
  /** Whether what is added is read out. */
  readonly isLive: boolean
  readonly children: ReactNode
}) {
  const { revision, isOwn } = props
  const region = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isAtEnd = useRef(true)
  /** Heights of list and region for which `isAtEnd` holds. */
  const measured = useRef('')
  const [hasNews, setHasNews] = useState(false)

  const goToNewest = useCallback(() => {
    const box = region.current
    if (box === null) return
    const beginning = beginningOf(list.current?.lastElementChild, box.clientHeight)
    box.scrollTop = beginning ?? box.scrollHeight
    measured.current = heightsOf(box)
    isAtEnd.current = beginning === null
    setHasNews(false)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is the trigger
  useLayoutEffect(() => {
    if (isAtEnd.current || isOwn) goToNewest()
    else setHasNews(true)
  }, [revision, goToNewest])

  // What grows or shrinks around the reader does not move the end away.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const box = region.current
      if (box === null) return
      if (isAtEnd.current) box.scrollTop = box.scrollHeight
      measured.current = heightsOf(box)
    })
    for (const element of [region.current, list.current]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const noteScroll = () => {
    const box = region.current
    // The browser scrolls too, where the window changes; that is no wish of the reader.
    if (box === null || heightsOf(box) !== measured.current) return
    isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END_PX
    if (isAtEnd.current) setHasNews(false)
  }

  return (
    <Box position="relative" flex="1" minH="0">
      <Box
        ref={region}
        // What lies in it tells its place by it.
        position="relative"
        height="100%"
        overflowY="auto"
        overscrollBehavior="contain"
        p="4"
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        role="log"
        aria-label={props.label}
        aria-live={props.isLive ? 'polite' : 'off'}
        aria-busy={props.isBusy}
        onScroll={noteScroll}
      >
        <chakra.ul ref={list} display="flex" flexDirection="column" gap="4" listStyleType="none">
          {props.children}
        </chakra.ul>
      </Box>
      {hasNews && (
        <Button
          size="sm"
          rounded="full"
          shadow="md"
          position="absolute"
          bottom="3"
          insetStart="50%"
          transform="translateX(-50%)"
          onClick={() => {
            goToNewest()
            region.current?.focus()
          }}
        >
          <ArrowDown size="1rem" aria-hidden />
          New message
        </Button>
      )}
    </Box>
  )
}

/** Where a message begins that is higher than the room; its question stands above it where that is short. null: it fits. */
function beginningOf(message: Element | null | undefined, roomPx: number): number | null {
  if (!(message instanceof HTMLElement) || message.offsetHeight + MARGIN_PX <= roomPx) return null
  const question = message.previousElementSibling
  const isShort = question instanceof HTMLElement && question.offsetHeight < roomPx / 3
  return (isShort ? question : message).offsetTop - MARGIN_PX
}

function heightsOf(box: HTMLElement): string {
  return `${box.scrollHeight} ${box.clientHeight}`
}
