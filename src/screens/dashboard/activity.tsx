import { Box, Button, Flex, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import type { SecurityEvent } from '../../contract/event'
import { DASHBOARD_WINDOW_MS } from '../../contract/limits'
import {
  activityAtom,
  activityGapAtom,
  activitySummary,
  awaitedRowsAtom,
  keepRowsAtom,
  quietCameraCountAtom,
} from '../../state/dashboard/activity'
import { cameraStatusesQueryAtom, dayEventsReadingAtom } from '../../state/dashboard/dashboard'
import { seenInEvent } from '../../state/events/seen'
import { unwatchedWordsAtom } from '../../state/modes/unwatched'
import { playEventAtom } from '../../state/recordings/playing'
import { MarkLegend } from '../../ui/events/activity-mark'
import type { ActivityEvent } from '../../ui/events/activity-places'
import { ActivityStrip } from '../../ui/events/activity-strip'
import { Panel } from '../../ui/layout/panel'
import { useNow } from '../../ui/layout/use-now'
import { RowSkeletons } from '../../ui/notices/skeletons'
import { MissingEvents } from './missing-events'

/** The strip moves on this often. */
const STEP_MS = 30_000

/** The last 24 hours, camera by camera. */
export function Activity() {
  const reading = useAtomValue(dayEventsReadingAtom)
  return (
    <Panel heading="Last 24 Hours">
      {reading === 'awaited' ? (
        <AwaitedStrip />
      ) : reading === 'missing' ? (
        <Box minH="5rem">
          <MissingEvents />
        </Box>
      ) : (
        <Strip />
      )}
    </Panel>
  )
}

/** As high as the strip will be by the last visit: what comes later would push the rest of the screen away. */
function AwaitedStrip() {
  const count = useAtomValue(awaitedRowsAtom)
  if (count === 0) return <RowSkeletons count={1} height="5rem" />
  return (
    // The hours and the legend.
    <Box pb="16">
      <RowSkeletons count={count} height={{ base: '3.25rem', md: '1.75rem' }} />
    </Box>
  )
}

function Strip() {
  const rows = useAtomValue(activityAtom)
  const keepRows = useSetAtom(keepRowsAtom)
  useEffect(() => keepRows(rows.length), [keepRows, rows.length])
  const gap = useAtomValue(activityGapAtom)
  const quiet = useAtomValue(quietCameraCountAtom)
  const play = useSetAtom(playEventAtom)
  const nowMs = useNow(STEP_MS)
  const shown = useMemo(
    () =>
      rows.map(({ cameraName, events }) => ({
        key: cameraName,
        name: cameraName || 'Other',
        summary: activitySummary(events, nowMs),
        events: events.map(rowEvent),
      })),
    [rows, nowMs],
  )
  const open = (eventId: string) => {
    const own = rows.find(({ events }) => events.some(({ id }) => id === eventId))?.events ?? []
    const event = own.find(({ id }) => id === eventId)
    // Newest first, as all lists of events are.
    if (event !== undefined) void play(event, [...own].reverse())
  }
  if (rows.length === 0) return <Nothing />
  return (
    <>
      <ActivityStrip
        rows={shown}
        span={{ startMs: nowMs - DASHBOARD_WINDOW_MS, endMs: nowMs }}
        completeFromMs={gap?.completeFromMs ?? null}
        onOpen={open}
      />
      <Flex color="fg.muted" textStyle="sm" mt="2" gap="2" columnGap="6" wrap="wrap" align="center">
        <MarkLegend />
        {quiet > 0 && (
          <Text>{quiet === 1 ? '1 other camera saw nothing.' : `${quiet} other cameras saw nothing.`}</Text>
        )}
        {gap !== null && (
          <Text>{`The newest ${gap.shown} of ${gap.total} events; the hatched part holds the others.`}</Text>
        )}
      </Flex>
    </>
  )
}

function rowEvent(event: SecurityEvent): ActivityEvent {
  const { id, type, title, createdAt, videoId, video } = event
  const picture = { thumbnailUrl: video?.thumbnailUrl ?? null, detections: video?.detections }
  return { id, type, title, createdAt, labels: seenInEvent(event), ...picture, isPlayable: videoId !== null }
}

function Nothing() {
  const cameras = useAtomValue(cameraStatusesQueryAtom).data
  const unwatched = useAtomValue(unwatchedWordsAtom)
  if (cameras?.length === 0) return <NoCameras />
  return (
    <Text color="fg.muted" minH="5rem">
      {unwatched ?? 'All has been quiet.'} Events show here, hour by hour, when a camera with motion detection sees
      something move.
    </Text>
  )
}

function NoCameras() {
  return (
    <Flex gap="4" align="center" justify="space-between" wrap="wrap" minH="5rem">
      <Text color="fg.muted">What your cameras see shows here, hour by hour. There is no camera yet.</Text>
      <Button asChild size="sm" colorPalette="brand">
        <Link href="/cameras">Add a camera</Link>
      </Button>
    </Flex>
  )
}
