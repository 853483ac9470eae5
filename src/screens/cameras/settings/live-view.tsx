import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Radio } from 'lucide-react'
import type { CameraSettings } from '../../../contract/camera'
import { canSetLiveAtom } from '../../../state/cameras/cameras'
import { SettingToggle } from '../../../ui/forms/setting-toggle'

type LiveChoice = Pick<CameraSettings, 'isLiveAllowed'>

/** Whether others may look through a camera (LIVE-90), where the provider has live view. */
export function LiveView(props: LiveChoice & { readonly onChange: (part: LiveChoice) => void }) {
  if (!useAtomValue(canSetLiveAtom)) return null
  return (
    <Box my="4">
      <SettingToggle
        label="Live view"
        line="Others in this workspace may look through this camera now."
        icon={<Radio size="1.1rem" />}
        // What a camera does that was never asked (LIVE-91).
        isOn={props.isLiveAllowed ?? true}
        isDisabled={false}
        isSaving={false}
        onChange={(isLiveAllowed) => props.onChange({ isLiveAllowed })}
      />
    </Box>
  )
}
