import { AspectRatio, Center, Image } from '@chakra-ui/react'
import { VideoOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** A 16:9 picture, or its placeholder while there is none or it cannot be loaded. */
export function Picture(props: { readonly url: string | null; readonly alt: string; readonly children?: ReactNode }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const isShown = props.url !== null && props.url !== '' && props.url !== brokenUrl
  return (
    <AspectRatio ratio={16 / 9} bg="gray.950" color="gray.500" overflow="hidden" w="100%">
      {isShown ? (
        <Image src={props.url ?? ''} alt={props.alt} objectFit="cover" onError={() => setBrokenUrl(props.url)} />
      ) : (
        <Center>{props.children ?? <VideoOff aria-label="No picture" />}</Center>
      )}
    </AspectRatio>
  )
}
