import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { haveClash, MAX_SWITCHES } from '../../contract/modes/modes'
import { isKnownZone } from '../../lib/zone-time'
import {
  addSwitchAtom,
  discardScheduleDraftAtom,
  editedScheduleAtom,
  hasScheduleDraftAtom,
  isScheduleChangedAtom,
  type ScheduleDraft,
  saveScheduleAtom,
} from '../../state/modes/schedule-draft'
import { BusyButton } from '../../ui/forms/busy-button'
import { Choice } from '../../ui/forms/choice'
import { usePending } from '../../ui/forms/use-pending'
import { Panel } from '../../ui/layout/panel'
import { ScheduleRow } from './schedule-row'
import { WeekPicture } from './week-picture'

/** The weekly schedule: as a picture, and as rows to change. Nothing is saved before Save. */
export function SchedulePanel() {
  const [{ timeZone, rows }, edit] = useAtom(editedScheduleAtom)
  const hasDraft = useAtomValue(hasScheduleDraftAtom)
  const isChanged = useAtomValue(isScheduleChangedAtom)
  const discard = useSetAtom(discardScheduleDraftAtom)
  const add = useSetAtom(addSwitchAtom)
  const save = useSetAtom(saveScheduleAtom)
  const [isSaving, run] = usePending()
  const isClashing = haveClash(rows)
  const setRows = (next: ScheduleDraft['rows']) => edit({ rows: next })
  return (
    <Panel heading="Weekly Schedule">
      <Stack gap="4">
        {rows.length === 0 ? (
          <Text color="fg.muted" textStyle="sm" maxW="65ch">
            There is no schedule yet: a mode holds until somebody chooses another. A switch such as “Every day 22:00
            Night” makes one.
          </Text>
        ) : (
          <WeekPicture switches={rows} />
        )}
        {rows.length > 0 && (
          <Stack as="ul" gap="3" listStyleType="none" aria-label="Switches">
            {rows.map((row, index) => (
              <ScheduleRow
                key={row.key}
                number={index + 1}
                row={row}
                onChange={(next) =>
                  setRows(rows.map((other) => (other.key === row.key ? { ...next, key: row.key } : other)))
                }
                onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
              />
            ))}
          </Stack>
        )}
        <Flex gap="4" wrap="wrap" align="end">
          <Button variant="outline" disabled={rows.length >= MAX_SWITCHES} onClick={add}>
            <Plus size="1rem" aria-hidden />
            Add Switch
          </Button>
          <Flex flex="0 1 18rem" minW="min(12rem, 100%)">
            <ZoneChoice value={timeZone} onChange={(next) => edit({ timeZone: next })} />
          </Flex>
        </Flex>
        {isClashing && (
          <Text role="alert" color="fg.error" textStyle="sm">
            Two switches are at the same time of the same day. Change one of them.
          </Text>
        )}
        {isChanged && !isSaving && (
          <Text role="status" color="fg.warning" textStyle="sm">
            Somebody has changed the schedule meanwhile. Save Schedule replaces theirs; Discard shows it.
          </Text>
        )}
        {hasDraft && (
          <Flex gap="2">
            <BusyButton
              size="sm"
              colorPalette="brand"
              isBusy={isSaving}
              disabled={isClashing}
              onClick={() => void run(save)}
            >
              Save Schedule
            </BusyButton>
            <Button size="sm" variant="ghost" onClick={discard}>
              Discard
            </Button>
          </Flex>
        )}
      </Stack>
    </Panel>
  )
}

/** Those that this browser knows, and the one that is chosen. */
function ZoneChoice({ value, onChange }: { readonly value: string; readonly onChange: (zone: string) => void }) {
  const options = useMemo(() => {
    const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
    // Saved elsewhere under another of its names, such as Asia/Kolkata for Asia/Calcutta, it would be there twice.
    if (isKnownZone(value)) zones.delete(new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone)
    zones.add(value)
    return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  }, [value])
  return <Choice label="Time zone" value={value} options={options} onChange={onChange} />
}
