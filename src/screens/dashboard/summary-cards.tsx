import { Box, Flex, Grid, Progress, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Bell, Camera, HardDrive } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/bytes'
import {
  cameraCountAtom,
  cameraLineAtom,
  cameraStatusesQueryAtom,
  dayEventCountAtom,
  dayEventsQueryAtom,
  usageAtom,
} from '../../state/dashboard/dashboard'
import { figureReadingOf } from '../../state/http/reads'
import { workspaceUsageQueryAtom } from '../../state/workspace/workspace'
import { Panel } from '../../ui/layout/panel'
import { twoColumns } from '../../ui/layout/two-columns'
import { Awaited } from '../../ui/notices/skeletons'

function Card(props: {
  readonly title: string
  readonly icon: ReactNode
  readonly figure: ReactNode
  readonly line: ReactNode
  /** It has a row of its own in narrow windows. */
  readonly isWide?: boolean
  /** What it tells is still on its way: no wrong alarm meanwhile. */
  readonly isAwaited: boolean
}) {
  return (
    <Panel gridColumn={props.isWide ? { base: '1 / -1', lg: 'auto' } : undefined}>
      <Flex justify="space-between" color="fg.muted" mb="1">
        <Text textStyle="sm" fontWeight="medium">
          {props.title}
        </Text>
        <Box visibility={props.isAwaited ? 'hidden' : 'visible'}>{props.icon}</Box>
      </Flex>
      <Awaited isAwaited={props.isAwaited}>
        <Box textStyle="2xl" fontWeight="semibold" letterSpacing="tight">
          {props.figure}
        </Box>
        <Box textStyle="sm" color="fg.muted" mt="1">
          {props.line}
        </Box>
      </Awaited>
    </Panel>
  )
}

/** Figures, below what is seen (FACE-06). The children are one more card. */
export function SummaryCards({ children }: { readonly children?: ReactNode }) {
  const count = useAtomValue(cameraCountAtom)
  const cameraLine = useAtomValue(cameraLineAtom)
  const events = useAtomValue(dayEventCountAtom)
  const { storage } = useAtomValue(usageAtom)
  const areCamerasAwaited = figureReadingOf(useAtomValue(cameraStatusesQueryAtom)) === 'awaited'
  const areEventsAwaited = figureReadingOf(useAtomValue(dayEventsQueryAtom)) === 'awaited'
  const isUsageAwaited = figureReadingOf(useAtomValue(workspaceUsageQueryAtom)) === 'awaited'
  return (
    <Grid
      templateColumns={{ base: twoColumns('8rem'), lg: `repeat(${children === undefined ? 3 : 4}, minmax(0, 1fr))` }}
      gap={{ base: '3', md: '4' }}
    >
      <Card
        title="Active Cameras"
        icon={<Camera size="1.1rem" aria-hidden />}
        figure={`${count.online}/${count.total}`}
        line={cameraLine}
        isAwaited={areCamerasAwaited}
      />
      <Card
        title="Recent Events"
        icon={<Bell size="1.1rem" aria-hidden />}
        figure={events}
        line="In the last 24 hours"
        isAwaited={areEventsAwaited}
      />
      <Card
        title="Storage Used"
        isWide={children === undefined}
        isAwaited={isUsageAwaited}
        icon={<HardDrive size="1.1rem" aria-hidden />}
        figure={formatBytes(storage.used)}
        line={
          <Progress.Root value={Math.min(100, storage.percentage)} size="xs" colorPalette="brand">
            <Progress.Track mb="1" rounded="full" aria-label="Storage used">
              <Progress.Range />
            </Progress.Track>
            <span>{storage.percentage.toFixed(2)}%</span>
            {storage.total > 0 && ` of ${formatBytes(storage.total)}`}
          </Progress.Root>
        }
      />
      {children}
    </Grid>
  )
}
