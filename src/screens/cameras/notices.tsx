import { Button, List, Span } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Smartphone } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { formatMoment } from '../../lib/date-time'
import { abilitySentences, type BrowserGlobals, missingAbilities } from '../../state/capture/camera-abilities'
import { isEngineMobileAtom } from '../../state/capture/capture'
import { recordingTabAtom } from '../../state/capture/recording-tab'
import { wakeLockAtom } from '../../state/capture/wake-lock'
import { recordedElsewhere, wakeLockSentences } from '../../state/messages'
import { isFreePlanAtom } from '../../state/workspace/workspace'
import { isMobileDevice, watchMobileDevice } from '../../ui/layout/mobile-device'
import { Notice } from '../../ui/notices/notice'
import { OneLine } from '../../ui/notices/one-line'
import { QuietLine } from '../../ui/notices/quiet-line'

/** Says which part is missing where a browser cannot be a camera; nothing where it can. */
export function MissingAbilities(props: { readonly browser?: BrowserGlobals }) {
  const missing = missingAbilities(props.browser ?? globalThis)
  if (missing.length === 0) return null
  return (
    <Notice kind="warning" title="This browser cannot be a camera, only watch others">
      <List.Root ps="4">
        {missing.map((ability) => (
          <List.Item key={ability}>{abilitySentences[ability]}</List.Item>
        ))}
      </List.Root>
    </Notice>
  )
}

/** What a phone or tablet does otherwise: in the panel of this device, as it concerns no other. */
export function MobileNotice() {
  const isEngineMobile = useAtomValue(isEngineMobileAtom)
  const isMobile = useSyncExternalStore(watchMobileDevice, isMobileDevice)
  // A window that becomes narrow or wide does not change an engine that runs.
  if (!(isEngineMobile ?? isMobile)) return null
  return (
    <QuietLine icon={Smartphone}>
      <Span fontWeight="medium">Motion detection on a mobile device</Span> looks twice a second, and only while Nightjar
      is in front and the screen is on. Plug the device in; stealth mode keeps its screen black and awake.
    </QuietLine>
  )
}

/** Shown while the workspace is unknown or on the FREE tier (CAM-05), beside where a camera would be added. */
export function PlanBanner() {
  if (!useAtomValue(isFreePlanAtom)) return null
  return (
    <OneLine
      kind="info"
      actions={
        <Button asChild size="xs" variant="outline">
          <Link href="/billing">Upgrade Plan</Link>
        </Button>
      }
    >
      The free plan has 1 camera without sound. Upgrade for up to 3 cameras with audio.
    </OneLine>
  )
}

/** Says which other tab of this browser records, while this one only shows. */
export function RecordingTabNotice() {
  const recording = useAtomValue(recordingTabAtom)
  if (recording.phase !== 'elsewhere') return null
  const { tab } = recording
  return (
    <OneLine kind="info">
      {recordedElsewhere(tab && { since: formatMoment(tab.sinceMs, Date.now()), title: tab.title })}
    </OneLine>
  )
}

/** Says that the screen may go dark, and what helps; nothing while it is kept awake or need not be. */
export function WakeLockNotice() {
  const { phase } = useAtomValue(wakeLockAtom)
  if (phase === 'idle' || phase === 'held') return null
  const { title, help } = wakeLockSentences[phase]
  return (
    <OneLine kind="warning" title={title}>
      {help}
    </OneLine>
  )
}
