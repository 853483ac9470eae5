import { Box, Button, Flex, Heading, HStack, Progress, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../lib/bytes'
import { formatDays } from '../../lib/day'
import type { StoragePart } from '../../lib/storage-parts'
import { counted } from '../../lib/words'
import { extensionsAtom } from '../../state/http/extensions'
import { readingOf } from '../../state/http/reads'
import { loadingMoreAtom, loadMoreVideosAtom } from '../../state/recordings/load-more'
import { arePartsSaidAtom, storagePartsAtom, storagePartsQueryAtom } from '../../state/recordings/storage-use'
import {
  hasMoreVideosAtom,
  loadedVideosAtom,
  showCameraVideosAtom,
  videosQueryAtom,
} from '../../state/recordings/videos'
import { retentionDaysAtom } from '../../state/workspace/workspace'
import { canExportAtom, exportWorkspaceAtom, isAskingForExportAtom } from '../../state/workspace/workspace-export'
import { BusyButton } from '../../ui/forms/busy-button'
import { ExportButton } from '../../ui/forms/export-button'
import { Modal } from '../../ui/layout/modal'
import { AwaitedRows } from '../../ui/notices/try-again'
import { StorageBar } from './storage-bar'

/** What takes up the space, the largest first, and what becomes of it. */
export function StorageDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Modal title="Manage Storage" size="lg" isOpen={props.isOpen} onClose={props.onClose}>
      <Content onClose={props.onClose} />
    </Modal>
  )
}

function Content({ onClose }: { readonly onClose: () => void }) {
  const days = useAtomValue(retentionDaysAtom)
  const isKeeping = useAtomValue(extensionsAtom).has('keeping')
  const areShared = useAtomValue(extensionsAtom).has('shares')
  return (
    <Stack gap="6" pb="2">
      <Box>
        <StorageBar />
        <HStack color="fg.muted" textStyle="sm" gap="2" mt="2" align="flex-start">
          <Box pt="0.5">
            <CalendarClock size="1rem" aria-hidden />
          </Box>
          <Text>
            Auto-delete after {days} days{isKeeping ? ', earlier where the plan has no more room' : ''}, the oldest
            first. {isKeeping && 'What you mark stays when room is made, but no longer than that. '}
            Download what you want to keep{areShared && ', and what is shared stays until its share ends'}; for more
            room, lower a camera’s sensitivity or let it ignore zones.
          </Text>
        </HStack>
      </Box>
      <ExportOffer />
      <Breakdown onClose={onClose} />
    </Stack>
  )
}

/** Of all recordings where the provider says it, else of the loaded ones; none and not yet known are not the same. */
function Breakdown({ onClose }: { readonly onClose: () => void }) {
  const areSaid = useAtomValue(arePartsSaidAtom)
  const said = useAtomValue(storagePartsQueryAtom)
  const loaded = useAtomValue(videosQueryAtom)
  const { byCamera, byDay } = useAtomValue(storagePartsAtom)
  const showCamera = useSetAtom(showCameraVideosAtom)
  const showOnly = (name: string) => {
    showCamera(name)
    onClose()
  }
  const query = areSaid ? said : loaded
  return (
    <AwaitedRows reading={readingOf(query)} query={query} count={3} missing="The recordings are not here yet.">
      {areSaid ? (
        <Text color="fg.muted" textStyle="sm" role="status">
          {countedAll(sumOf(byCamera).count)}
        </Text>
      ) : (
        <Counted />
      )}
      <Parts
        heading="By camera"
        parts={byCamera}
        nameOf={(name) => name || 'No camera'}
        actionOf={(name) =>
          name && (
            <Button
              size="xs"
              variant="outline"
              onClick={() => showOnly(name)}
              aria-label={`Show recordings of ${name}`}
            >
              Show
            </Button>
          )
        }
      />
      <Parts heading="By day" parts={byDay} nameOf={(day) => formatDays(day)} />
    </AwaitedRows>
  )
}

const countedAll = (count: number) => `Counted: ${count > 1 ? 'all ' : ''}${counted(count, 'recording')}.`

/** Sizes are known of the loaded recordings only. */
function Counted() {
  const loaded = useAtomValue(loadedVideosAtom).length
  const query = useAtomValue(videosQueryAtom)
  const hasMore = useAtomValue(hasMoreVideosAtom)
  const loading = useAtomValue(loadingMoreAtom)
  const loadMore = useSetAtom(loadMoreVideosAtom)
  const total = Math.max(loaded, query.data?.pages.at(-1)?.total ?? 0)
  return (
    <Flex justify="space-between" align="center" gap="3" wrap="wrap" textStyle="sm">
      <Text color="fg.muted" role="status">
        {hasMore ? `Counted: the latest ${loaded} of ${counted(total, 'recording')}.` : countedAll(loaded)}
        {loading === 'failed' && ' More did not come. Try again.'}
      </Text>
      {hasMore && (
        <BusyButton size="xs" variant="outline" isBusy={loading === 'busy'} onClick={() => void loadMore()}>
          Count more
        </BusyButton>
      )}
    </Flex>
  )
}

/** Each costs a weak laptop some milliseconds, and a plan's year has 366 days. */
const MOST_PARTS = 31

const sumOf = (parts: readonly Omit<StoragePart, 'name'>[]) =>
  parts.reduce((sum, part) => ({ sizeBytes: sum.sizeBytes + part.sizeBytes, count: sum.count + part.count }), {
    sizeBytes: 0,
    count: 0,
  })

const sizeText = ({ sizeBytes, count }: Omit<StoragePart, 'name'>) =>
  `${formatBytes(sizeBytes)} · ${counted(count, 'recording')}`

function Parts(props: {
  readonly heading: string
  readonly parts: readonly StoragePart[]
  readonly nameOf: (name: string) => string
  readonly actionOf?: (name: string) => ReactNode
}) {
  const largest = Math.max(1, props.parts[0]?.sizeBytes ?? 0)
  const smaller = props.parts.slice(MOST_PARTS)
  return (
    <Box as="section" aria-label={props.heading}>
      <Heading as="h3" size="sm" mb="2">
        {props.heading}
      </Heading>
      {props.parts.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          No recordings yet.
        </Text>
      )}
      <Stack as="ul" listStyleType="none" gap="3">
        {props.parts.slice(0, MOST_PARTS).map(({ name, sizeBytes, count }) => (
          <Flex as="li" key={name} gap="3" align="center">
            <Progress.Root
              flex="1"
              minW="0"
              size="xs"
              colorPalette="brand"
              value={(sizeBytes / largest) * 100}
              aria-label={props.nameOf(name)}
            >
              <Flex justify="space-between" columnGap="3" mb="1" textStyle="sm" wrap="wrap">
                <Text truncate>{props.nameOf(name)}</Text>
                <Text color="fg.muted">{sizeText({ sizeBytes, count })}</Text>
              </Flex>
              <Progress.Track rounded="full">
                <Progress.Range />
              </Progress.Track>
            </Progress.Root>
            {props.actionOf?.(name)}
          </Flex>
        ))}
        {smaller.length > 0 && (
          <Text as="li" color="fg.muted" textStyle="sm">
            {counted(smaller.length, 'smaller one')}: {sizeText(sumOf(smaller))}
          </Text>
        )}
      </Stack>
    </Box>
  )
}

/** A zip of everything, where the provider makes one (EXT-13); nothing elsewhere. */
function ExportOffer() {
  const canExport = useAtomValue(canExportAtom)
  const isAsking = useAtomValue(isAskingForExportAtom)
  const download = useSetAtom(exportWorkspaceAtom)
  return canExport ? <ExportButton isAsking={isAsking} onExport={() => void download()} /> : null
}
