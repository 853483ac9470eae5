import { AspectRatio, Grid, type GridProps, Skeleton } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { VIDEOS_PAGE_SIZE } from '../../contract/limits'
import { hasFactsAtom } from '../../state/recordings/videos'
import { TextSkeleton, usePatience } from '../../ui/notices/skeletons'
import { Appearing } from '../../ui/theme/appear'
import { VideoFrame } from './video-card'

export function VideoGrid(props: GridProps) {
  return <Grid templateColumns="repeat(auto-fill, minmax(min(18rem, 100%), 1fr))" gap="4" {...props} />
}

/** A page of grey cards, each as high as the recording that comes in its place. */
export function VideoSkeletons() {
  const isShown = usePatience()
  const hasFacts = useAtomValue(hasFactsAtom)
  return (
    <VideoGrid aria-busy aria-label="Loading" visibility={isShown ? 'visible' : 'hidden'}>
      <Appearing>
        {Array.from({ length: VIDEOS_PAGE_SIZE }, (_, index) => index).map((index) => (
          <VideoFrame
            key={index}
            picture={
              <AspectRatio ratio={16 / 9}>
                <Skeleton />
              </AspectRatio>
            }
            camera={<TextSkeleton width="6rem" textStyle="sm" />}
            badges={<TextSkeleton width="4rem" textStyle="sm" />}
            title={<TextSkeleton width="70%" textStyle="sm" />}
            facts={
              <>
                <TextSkeleton width="8rem" textStyle="sm" />
                {hasFacts && <TextSkeleton width="6rem" textStyle="sm" />}
              </>
            }
            action={<Skeleton height={{ base: '11', md: '9' }} width="7rem" rounded="l2" />}
          />
        ))}
      </Appearing>
    </VideoGrid>
  )
}
