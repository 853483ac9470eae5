import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Radio } from 'lucide-react'
import type { CameraSettings } from '../../../contract/camera'
import { canSetLiveAtom } from '../../../state/cameras/cameras'
import { ownersOwn, ownerToAskAtom } from '../../../state/members/members'
import { SettingToggle } from '../../../ui/forms/setting-toggle'

type LiveChoice = Pick<CameraSettings, 'isLiveAllowed'>

/** Whether others may look through a camera (LIVE-90), where the provider has live view. */
export function LiveViewSwitch(props: LiveChoice & { readonly onChange: (part: LiveChoice) => void }) {
  const owner = useAtomValue(ownerToAskAtom)
  if (!useAtomValue(canSetLiveAtom)) return null
  // What a camera does that was never asked (LIVE-91).
  const isOn = props.isLiveAllowed ?? true
  return (
    <Box my="4">
      <SettingToggle
        label="Live view"
        line={['Others in this workspace may look through this camera now.', ...ownersOwn(owner)].join(' ')}
        icon={<Radio size="1.1rem" />}
        isOn={isOn}
        isDisabled={!isOn && owner !== null}
        isSaving={false}
        onChange={(isLiveAllowed) => props.onChange({ isLiveAllowed })}
      />
    </Box>
  )
}
