import { Button, Flex } from '@chakra-ui/react'
import { useAtom, useAtomValue } from 'jotai/react'
import { ChartGantt, List } from 'lucide-react'
import { hasHeardAtom } from '../../state/hub/connection'
import { eventsViewAtom, hasReviewAtom } from '../../state/review/review'
import { TimelinePart } from './timeline-part'

const views = [
  { view: 'list', label: 'List', Icon: List },
  { view: 'timeline', label: 'Timeline', Icon: ChartGantt },
] as const

/** List or timeline, where the provider offers one; its room is kept until it says so, that nothing moves. */
export function ViewSwitch() {
  const [shown, setShown] = useAtom(eventsViewAtom)
  const isOffered = useAtomValue(hasReviewAtom)
  const isKnown = useAtomValue(hasHeardAtom)
  if (isKnown && !isOffered) return null
  return (
    <Flex
      role="group"
      aria-label="View"
      gap="0"
      wrap="wrap"
      borderWidth="1px"
      rounded="l2"
      overflow="hidden"
      visibility={isOffered ? 'visible' : 'hidden'}
    >
      {views.map(({ view, label, Icon }) => (
        <Button
          key={view}
          size="sm"
          rounded="none"
          variant={shown === view ? 'subtle' : 'ghost'}
          aria-pressed={shown === view}
          onPointerEnter={view === 'timeline' ? TimelinePart.fetch : undefined}
          onClick={() => setShown(view)}
        >
          <Icon size="1rem" aria-hidden />
          {label}
        </Button>
      ))}
    </Flex>
  )
}
