import { Box, Center, Image } from '@chakra-ui/react'
import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Detection, detectionsOfThumbnail, labelCountsOf } from '../../contract/detection'
import { countedLabels } from '../../lib/label'
import type { PictureSize } from '../../lib/picture-size'
import { areNamesWanted } from './box-looks'
import { Boxes } from './boxes'
import { usePictureUrl } from './use-picture-url'

interface PictureProps {
  readonly url: string | null
  readonly alt: string
  /** Who and what was seen in the clip; what is of the thumbnail's moment gets a frame, and is told of beside `alt`. */
  readonly detections?: readonly Detection[] | undefined
  readonly children?: ReactNode
}

/** A picture that came. */
interface Loaded extends PictureSize {
  readonly url: string
}

/**
 * A 16:9 picture, or its placeholder while there is none or it cannot be loaded (UI-03); takes its room from the start and is
 * fetched when it comes near the screen. An empty `alt` says that the text beside it tells all.
 */
export function Picture(props: PictureProps) {
  const seen = detectionsOfThumbnail(props.detections ?? [])
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  if (seen.length === 0 || props.url === null) return <PlainPicture {...props} />
  const alt = [props.alt, `${countedLabels(labelCountsOf(seen))} seen`].filter((part) => part !== '').join(', ')
  return (
    <Box position="relative" width="100%">
      <PlainPicture {...props} alt={alt} onLoaded={setLoaded} />
      {loaded !== null && loaded.url === props.url && (
        <Boxes size={loaded} fit="cover" boxes={seen} areNamed={areNamesWanted(seen)} />
      )}
    </Box>
  )
}

const fillsIt = { position: 'absolute', inset: 0, boxSize: '100%' } as const

/** One that did not come stays in the document beneath its placeholder, for whoever asks which picture belongs here. */
function PlainPicture(props: PictureProps & { readonly onLoaded?: (loaded: Loaded) => void }) {
  const { shownUrl, attempt, noteFailed } = usePictureUrl(props.url)
  const url = props.url === '' ? null : props.url
  return (
    <Box position="relative" aspectRatio={16 / 9} bg="picture" color="picture.subtle" overflow="hidden" w="100%">
      {url !== null && (
        <Image
          key={attempt}
          src={url}
          alt={props.alt}
          aria-hidden={shownUrl === null || undefined}
          loading="lazy"
          decoding="async"
          {...fillsIt}
          objectFit="cover"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            props.onLoaded?.({ url, width: naturalWidth, height: naturalHeight })
          }
          onError={noteFailed}
        />
      )}
      {shownUrl === null && (
        // In forced colours, too, what did not come is out of sight.
        <Center
          {...fillsIt}
          forcedColorAdjust="none"
          bgImage="linear-gradient(160deg, {colors.picture.sheen}, {colors.picture})"
        >
          {props.children ?? <NoPicture isDecorative={props.alt === ''} />}
        </Center>
      )}
    </Box>
  )
}

function NoPicture({ isDecorative }: { readonly isDecorative: boolean }) {
  const words = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'No picture' }
  return <ImageOff size="1.5rem" {...words} />
}
