import { HStack, IconButton } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Bookmark, BookmarkCheck, Trash2 } from 'lucide-react'
import type { Video } from '../../contract/video'
import { canRemoveAtom } from '../../state/http/removal'
import { canKeepAtom, keepVideoAtom, markingVideosAtom } from '../../state/recordings/video-keeping'
import { removeVideoAtom } from '../../state/recordings/video-removal'
import { hasSharesAtom, shareClipAtom } from '../../state/shares/shares'
import { retentionDaysAtom } from '../../state/workspace/workspace'
import { ConfirmButton } from '../../ui/forms/confirm-button'
import { Hint } from '../../ui/notices/hint'
import { ShareButton } from '../../ui/recordings/share-button'

/** What a provider may offer beyond the download (EXT-11, EXT-12); nothing elsewhere. */
export function VideoActions({ video }: { readonly video: Video }) {
  const canKeep = useAtomValue(canKeepAtom)
  const canRemove = useAtomValue(canRemoveAtom)
  const canShare = useAtomValue(hasSharesAtom)
  const share = useSetAtom(shareClipAtom)
  return (
    <HStack gap="1">
      {canShare && <ShareButton title={video.title} onShare={() => share({ videoId: video.id, title: video.title })} />}
      {canKeep && <KeepButton video={video} />}
      {canRemove && <RemoveButton video={video} />}
    </HStack>
  )
}

function KeepButton({ video }: { readonly video: Video }) {
  const keep = useSetAtom(keepVideoAtom)
  const isMarking = useAtomValue(markingVideosAtom).has(video.id)
  const days = useAtomValue(retentionDaysAtom)
  const isKept = video.isKept === true
  return (
    <Hint
      text={`${isKept ? 'Kept' : 'Keep'} when room is made for new recordings; deleted after ${days} days all the same`}
    >
      <IconButton
        size="sm"
        variant="ghost"
        aria-label={`Keep ${video.title}`}
        aria-pressed={isKept}
        color={isKept ? 'brand.fg' : undefined}
        loading={isMarking}
        onClick={() => void keep(video, !isKept)}
      >
        {isKept ? <BookmarkCheck size="1rem" aria-hidden /> : <Bookmark size="1rem" aria-hidden />}
      </IconButton>
    </Hint>
  )
}

function RemoveButton({ video }: { readonly video: Video }) {
  const remove = useSetAtom(removeVideoAtom)
  const isShared = (video.sharedUntil ?? null) !== null
  return (
    <ConfirmButton
      size="sm"
      variant="ghost"
      px="0"
      label={`Remove ${video.title}`}
      question="Remove this recording?"
      consequence={
        isShared
          ? 'It cannot be brought back, and it is shared: its link opens nothing from then on. Its event stays in the list, without a recording.'
          : 'It cannot be brought back. Its event stays in the list, without a recording.'
      }
      verb="Remove"
      onConfirm={() => remove(video)}
    >
      <Trash2 size="1rem" aria-hidden />
    </ConfirmButton>
  )
}
