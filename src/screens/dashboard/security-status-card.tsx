import { Box, Flex, Link, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { Link as RouteLink } from 'wouter'
import { cameraStatusesQueryAtom, type ShownStatus, shownStatusAtom } from '../../state/dashboard/dashboard'
import { motionlessAtom, watchRowAtom } from '../../state/dashboard/watch-row'
import { figureReadingOf } from '../../state/http/reads'
import { workspaceUsageQueryAtom } from '../../state/workspace/workspace'
import { Panel } from '../../ui/layout/panel'
import { Awaited } from '../../ui/notices/skeletons'
import { ModeLine } from './mode-line'

const statusColors = { Secure: 'green', Vulnerable: 'yellow', Alert: 'red', Unknown: 'gray' } as const satisfies Record<
  ShownStatus['level'],
  string
>
const icons = { Secure: ShieldCheck, Vulnerable: ShieldAlert, Alert: ShieldAlert, Unknown: ShieldQuestionMark } as const

/** One word: where letters are twice as large, as large as a telephone has room for. */
const LEVEL_LETTERS = 'min({fontSizes.2xl}, 10vw)'

/** Whether all is well, in one word, before all else (DASH-08, DASH-16 to DASH-18). */
export function SecurityStatusCard() {
  const status = useAtomValue(shownStatusAtom)
  const areCamerasAwaited = figureReadingOf(useAtomValue(cameraStatusesQueryAtom)) === 'awaited'
  const isUsageAwaited = figureReadingOf(useAtomValue(workspaceUsageQueryAtom)) === 'awaited'
  const isBesideCameras = useAtomValue(watchRowAtom).phase !== 'none'
  const isAwaited = areCamerasAwaited || isUsageAwaited
  const color = statusColors[status.level]
  const Icon = icons[status.level]
  const isQuiet = isAwaited || status.level === 'Secure' || status.level === 'Unknown'
  return (
    <Panel
      // Beside the cameras it is as high as their pictures, with the line of the mode, which comes later.
      {...(isBesideCameras && { flex: { lg: '1 0 15rem' }, py: { lg: '3' }, minH: { base: '8.75rem', lg: 'auto' } })}
      borderInlineStartWidth="4px"
      // What is well is quiet.
      borderInlineStartColor={isQuiet ? 'border' : `${color}.solid`}
    >
      <Flex justify="space-between" color="fg.muted" mb="1">
        <Text textStyle="sm" fontWeight="medium">
          Security Status
        </Text>
        <Box visibility={isAwaited ? 'hidden' : 'visible'} color={`${color}.fg`}>
          <Icon size="1.25rem" aria-hidden />
        </Box>
      </Flex>
      {/* No wrong alarm while it is not known. */}
      <Awaited isAwaited={isAwaited}>
        <Box textStyle="2xl" fontSize={LEVEL_LETTERS} fontWeight="bold" letterSpacing="tight">
          <Text as="span" color={`${color}.fg`} data-level={status.level}>
            {status.level}
          </Text>
        </Box>
        <Box textStyle="sm" color="fg.muted" mt={isBesideCameras ? { base: '1', lg: '0' } : '1'}>
          <Text>{status.line}</Text>
          <MotionlessLine />
          <ModeLine />
        </Box>
      </Awaited>
    </Panel>
  )
}

/** A camera whose switch was forgotten is online, and records nothing. */
function MotionlessLine() {
  const motionless = useAtomValue(motionlessAtom)
  if (motionless === null) return null
  return (
    <Box mt="1" overflowWrap="anywhere" visibility={motionless.isAwaited ? 'hidden' : 'visible'}>
      <Link asChild colorPalette="brand" minH={{ base: '11', md: '6' }}>
        <RouteLink href="/cameras">{motionless.words}</RouteLink>
      </Link>
    </Box>
  )
}
