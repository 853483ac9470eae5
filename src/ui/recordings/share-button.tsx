import { IconButton } from '@chakra-ui/react'
import { Share2 } from 'lucide-react'
import { Hint } from '../notices/hint'

/** Begins to share a recording. */
export function ShareButton({ title, onShare }: { readonly title: string; readonly onShare: () => void }) {
  return (
    <Hint text="Share by a link">
      <IconButton size="sm" variant="ghost" aria-label={`Share ${title}`} onClick={onShare}>
        <Share2 size="1rem" aria-hidden />
      </IconButton>
    </Hint>
  )
}
