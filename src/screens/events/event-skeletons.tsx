import { AspectRatio, Skeleton, Stack } from '@chakra-ui/react'
import { EVENTS_PAGE_SIZE } from '../../contract/limits'
import { TextSkeleton } from '../../ui/notices/text-skeleton'
import { usePatience } from '../../ui/notices/use-patience'
import { Appearing } from '../../ui/theme/appear'
import { EventFrame } from './event-frame'

/** A page of grey rows, each as high as the event that comes in its place. */
export function EventSkeletons() {
  const isShown = usePatience()
  return (
    <Stack
      as="ul"
      gap="3"
      listStyleType="none"
      aria-busy
      aria-label="Loading"
      visibility={isShown ? 'visible' : 'hidden'}
    >
      <Appearing>
        {Array.from({ length: EVENTS_PAGE_SIZE }, (_, index) => index).map((index) => (
          <EventFrame
            key={index}
            picture={
              <AspectRatio ratio={16 / 9}>
                <Skeleton />
              </AspectRatio>
            }
            texts={
              <>
                <TextSkeleton width="8rem" textStyle="sm" mb="1" />
                <TextSkeleton width="16rem" textStyle="md" />
                <TextSkeleton width="11rem" textStyle="sm" />
              </>
            }
            action={<Skeleton height="9" width={{ base: '100%', sm: '7rem' }} rounded="l2" />}
          />
        ))}
      </Appearing>
    </Stack>
  )
}
