import { Button, Flex, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { BellOff, BellRing, Send } from 'lucide-react'
import { readingOf } from '../../../state/http/reads'
import {
  isTestingPushAtom,
  pushDevicesQueryAtom,
  pushStateAtom,
  testPushAtom,
  turnPushOffAtom,
  turnPushOnAtom,
} from '../../../state/notifications/push'
import type { PushObstacle } from '../../../state/services'
import { Notice } from '../../../ui/notices/notice'
import { RowSkeletons } from '../../../ui/notices/skeletons'

/** Why this browser can show none, and what helps. */
const obstacleWords: Readonly<Record<PushObstacle, string>> = {
  insecure:
    'Browsers show notifications only for pages with https or on localhost. Open Nightjar there to turn them on.',
  'home-screen':
    'An iPhone or iPad shows notifications of apps on its home screen. Press Share, Add to Home Screen, and open Nightjar from there.',
  browser: 'This browser has no notifications of this kind. Open Nightjar in another one, such as Chrome or Firefox.',
}

const BLOCKED =
  'This browser blocks notifications of this page. Press the sign before its address, allow notifications there, and come back. On a telephone they are in the settings of the app.'

/** Turns notifications of this device on, tries them, and turns them off; where that cannot be, it says what helps. */
export function PushSwitch() {
  const state = useAtomValue(pushStateAtom)
  const isMissing = readingOf(useAtomValue(pushDevicesQueryAtom)) === 'missing'
  switch (state.phase) {
    case 'looking':
      // What did not come is told in the place of the list.
      return isMissing ? null : <RowSkeletons count={1} height="2.25rem" />
    case 'impossible':
      return <Notice kind="info">{obstacleWords[state.obstacle]}</Notice>
    case 'blocked':
      return <Notice kind="warning">{BLOCKED}</Notice>
    case 'on':
      return <OnButtons isBusy={false} />
    case 'off':
      return <TurnOn isBusy={false} />
    case 'changing':
      return state.to === 'on' ? <TurnOn isBusy /> : <OnButtons isBusy />
    case 'failed':
      return (
        <Stack gap="3">
          <Notice kind="error">{state.text}</Notice>
          <TurnOn isBusy={false} />
        </Stack>
      )
  }
}

function TurnOn({ isBusy }: { readonly isBusy: boolean }) {
  const turnOn = useSetAtom(turnPushOnAtom)
  return (
    <Flex gap="3" wrap="wrap" align="center">
      {/* Not disabled meanwhile, which would take the focus from it. */}
      <Button colorPalette="brand" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void turnOn()}>
        {isBusy ? <Spinner size="xs" /> : <BellRing size="1rem" aria-hidden />}
        Notify This Device
      </Button>
      <Text color="fg.muted" textStyle="sm" role="status">
        {isBusy ? 'Allow notifications where the browser asks.' : ''}
      </Text>
    </Flex>
  )
}

function OnButtons({ isBusy }: { readonly isBusy: boolean }) {
  const turnOff = useSetAtom(turnPushOffAtom)
  const test = useSetAtom(testPushAtom)
  const isTesting = useAtomValue(isTestingPushAtom)
  return (
    <Flex gap="3" wrap="wrap">
      <Button variant="outline" size="sm" aria-disabled={isTesting || isBusy} onClick={() => void test()}>
        {isTesting ? <Spinner size="xs" aria-hidden /> : <Send size="1rem" aria-hidden />}
        Test This Device
      </Button>
      {isTesting && <VisuallyHidden role="status">Sending the test</VisuallyHidden>}
      <Button variant="outline" size="sm" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void turnOff()}>
        {isBusy ? <Spinner size="xs" /> : <BellOff size="1rem" aria-hidden />}
        Turn Off Here
      </Button>
    </Flex>
  )
}
