import { HStack, IconButton } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Download, X } from 'lucide-react'
import type { Video } from '../../contract/video'
import { downloadsAtom, downloadVideoAtom } from '../../state/recordings/videos'
import { BusyButton } from '../../ui/forms/busy-button'
import { Spoken } from '../../ui/notices/spoken'

/** Saves a recording, and says how far it is where it must be made into MP4 first. */
export function DownloadButton({ video }: { readonly video: Pick<Video, 'id' | 'title'> }) {
  const save = useSetAtom(downloadVideoAtom)
  const download = useAtomValue(downloadsAtom).get(video.id)
  const preparing = download?.phase === 'converting' ? `Preparing MP4 ${Math.floor(download.progress * 100)} %` : ''
  return (
    <HStack gap="1">
      <BusyButton
        size="sm"
        variant="outline"
        isBusy={download?.phase === 'fetching'}
        disabled={download !== undefined}
        onClick={() => void save(video.id)}
      >
        <Download size="1rem" aria-hidden />
        {preparing || 'Download'}
      </BusyButton>
      {download?.phase === 'converting' && (
        <IconButton
          size="sm"
          variant="ghost"
          aria-label={`Cancel the download of ${video.title}`}
          onClick={download.cancel}
        >
          <X size="1rem" aria-hidden />
        </IconButton>
      )}
      <Spoken text={preparing} />
    </HStack>
  )
}
