import { AspectRatio, Center, Image } from '@chakra-ui/react'
import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/**
 * A 16:9 picture, or its placeholder while there is none or it cannot be loaded; takes its room from the start and is
 * fetched when it comes near the screen. An empty `alt` says that the text beside it tells all.
 */
export function Picture(props: { readonly url: string | null; readonly alt: string; readonly children?: ReactNode }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const isShown = props.url !== null && props.url !== '' && props.url !== brokenUrl
  return (
    <AspectRatio ratio={16 / 9} bg="gray.950" color="gray.400" overflow="hidden" w="100%">
      {isShown ? (
        <Image
          src={props.url ?? ''}
          alt={props.alt}
          loading="lazy"
          decoding="async"
          objectFit="cover"
          onError={() => setBrokenUrl(props.url)}
        />
      ) : (
        <Center bgImage="linear-gradient(160deg, {colors.gray.800}, {colors.gray.950})">
          {props.children ?? <NoPicture isDecorative={props.alt === ''} />}
        </Center>
      )}
    </AspectRatio>
  )
}

function NoPicture({ isDecorative }: { readonly isDecorative: boolean }) {
  const words = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'No picture' }
  return <ImageOff size="1.5rem" {...words} />
}
