import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { formatMoment } from '../../lib/date-time'
import { recordingTabAtom } from '../../state/capture/recording-tab'
import { recordedElsewhere } from '../../state/messages'
import { Notice } from '../../ui/notices/notice'

/** Says which other tab of this browser records, while this one only shows. */
export function RecordingTabNotice() {
  const recording = useAtomValue(recordingTabAtom)
  if (recording.phase !== 'elsewhere') return null
  const { tab } = recording
  return (
    <Box mb="4">
      <Notice kind="info">
        {recordedElsewhere(tab && { since: formatMoment(tab.sinceMs, Date.now()), title: tab.title })}
      </Notice>
    </Box>
  )
}
