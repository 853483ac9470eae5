import { Box } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Sparkles } from 'lucide-react'
import type { CameraSettings } from '../../../contract/camera'
import { canDescribeAtom } from '../../../state/cameras/cameras'
import { describingModelQueryAtom, whatLeaves } from '../../../state/cameras/described'
import { readingOf } from '../../../state/http/reads'
import { ownersOwn, ownerToAskAtom } from '../../../state/members/members'
import { SettingToggle } from '../../../ui/forms/setting-toggle'
import { TryAgain } from '../../../ui/notices/try-again'

type DescribedChoice = Pick<CameraSettings, 'isDescribed'>
type Props = DescribedChoice & { readonly onChange: (part: DescribedChoice) => void }

/** Whether a language model is shown stills of a camera's events (VIS-01), where the provider has one; it says what leaves. */
export function DescribedEvents(props: Props) {
  return useAtomValue(canDescribeAtom) ? <Choice {...props} /> : null
}

function Choice({ isDescribed: isOn = false, onChange }: Props) {
  const query = useAtomValue(describingModelQueryAtom)
  const owner = useAtomValue(ownerToAskAtom)
  const reading = readingOf(query)
  const lines = [
    query.data === undefined ? 'Where its language model is, the hub is asked.' : whatLeaves(query.data),
    ...(isOn
      ? ['Switched off, it ends at once, also for events that wait. What was written goes with the recording.']
      : []),
    ...ownersOwn(owner),
  ]
  return (
    // About as high as the sentences that come.
    <Box my="4" minH="7.5rem">
      <SettingToggle
        label="Describe events"
        line={lines.join(' ')}
        icon={<Sparkles size="1.1rem" />}
        isOn={isOn}
        // Nobody agrees to what is not known yet; who is no owner may still switch it off.
        isDisabled={!isOn && (query.data === undefined || owner !== null)}
        isSaving={false}
        onChange={(isDescribed) => onChange({ isDescribed })}
      />
      {reading === 'missing' && (
        <Box mt="2">
          <TryAgain
            text="The hub did not say where its language model is."
            isTrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </Box>
      )}
    </Box>
  )
}
