import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { wakeLockAtom } from '../../state/capture/wake-lock'
import { wakeLockSentences } from '../../state/messages'
import { Notice } from '../../ui/notices/notice'

/** Says that the screen may go dark, and what helps; nothing while it is kept awake or need not be. */
export function WakeLockNotice() {
  const { phase } = useAtomValue(wakeLockAtom)
  if (phase === 'idle' || phase === 'held') return null
  const { title, help } = wakeLockSentences[phase]
  return (
    <Box mb="4">
      <Notice kind="warning" title={title}>
        {help}
      </Notice>
    </Box>
  )
}
