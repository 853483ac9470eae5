import { Box, Button, Spinner } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { LatePart, useArrival } from '../../../ui/layout/late-part'
import { TryAgain } from '../../../ui/notices/try-again'

/** Few who look at their plan make a token. */
const tokenDialog = new LatePart(async () => (await import('./token-dialog')).TokenDialog)

/** The button that opens the dialog; its code comes when pointer or focus is on the button. */
export function NewToken() {
  const arrival = useArrival(tokenDialog)
  const [isWanted, setWanted] = useState(false)
  const isComing = isWanted && arrival.phase === 'coming'
  const open = () => {
    tokenDialog.fetch()
    setWanted(true)
  }
  return (
    <Box>
      <Button
        size="sm"
        variant="outline"
        // Not disabled meanwhile: that would drop the focus, which the dialog gives back here.
        aria-busy={isComing}
        onPointerEnter={tokenDialog.fetch}
        onFocus={tokenDialog.fetch}
        onClick={open}
      >
        {isComing ? <Spinner size="xs" /> : <Plus size="1rem" aria-hidden />}
        New Token
      </Button>
      {isWanted && arrival.phase === 'failed' && (
        <Box role="status" mt="3">
          <TryAgain text="The form is not here yet." isTrying={false} onRetry={open} />
        </Box>
      )}
      {arrival.phase === 'here' && isWanted && <arrival.Part onClose={() => setWanted(false)} />}
    </Box>
  )
}
