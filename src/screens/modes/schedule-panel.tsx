import { Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { haveClash, MAX_SWITCHES } from '../../contract/modes/modes'
import type { Schedule, Switch } from '../../lib/schedule'
import { modeSettingsAtom, modeZoneAtom } from '../../state/modes/mode-view'
import { changeModesAtom } from '../../state/modes/modes'
import { BusyButton } from '../../ui/forms/busy-button'
import { Choice } from '../../ui/forms/choice'
import { Panel } from '../../ui/layout/panel'
import { ScheduleRow } from './schedule-row'
import { WeekPicture } from './week-picture'

interface Row extends Switch {
  readonly key: number
}

interface Draft {
  readonly timeZone: string
  readonly rows: readonly Row[]
}

const firstRow = { days: [1, 2, 3, 4, 5, 6, 7], time: '22:00', mode: 'night' } as const

function draftOf({ timeZone, switches }: Schedule): Draft {
  return { timeZone, rows: switches.map((row, key) => ({ ...row, key })) }
}

/** The weekly schedule: as a picture, and as rows to change. Nothing is saved before Save. */
export function SchedulePanel() {
  const { schedule } = useAtomValue(modeSettingsAtom)
  const zone = useAtomValue(modeZoneAtom)
  const change = useSetAtom(changeModesAtom)
  // null: nothing was changed, what is saved shows.
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { timeZone, rows } = draft ?? draftOf(schedule ?? { timeZone: zone, switches: [] })
  const isClashing = haveClash(rows)
  const setRows = (next: readonly Row[]) => setDraft({ timeZone, rows: next })
  const add = () => setRows([...rows, { ...firstRow, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])
  const save = async () => {
    setSaving(true)
    const saved = draft
    const switches = rows.map(({ days, time, mode }) => ({ days: [...days], time, mode }))
    // What was changed meanwhile is not saved.
    if (await change({ schedule: { timeZone, switches } })) setDraft((now) => (now === saved ? null : now))
    setSaving(false)
  }
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
          <Flex flex="0 1 18rem" minW="12rem">
            <ZoneChoice value={timeZone} onChange={(next) => setDraft({ timeZone: next, rows })} />
          </Flex>
        </Flex>
        {isClashing && (
          <Text role="alert" color="fg.error" textStyle="sm">
            Two switches are at the same time of the same day. Change one of them.
          </Text>
        )}
        {draft !== null && (
          <Flex gap="2">
            <BusyButton
              size="sm"
              colorPalette="brand"
              isBusy={isSaving}
              disabled={isClashing}
              onClick={() => void save()}
            >
              Save Schedule
            </BusyButton>
            <Button size="sm" variant="ghost" onClick={() => setDraft(null)}>
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
    const zones = new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])
    return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  }, [value])
  return <Choice label="Time zone" value={value} options={options} onChange={onChange} />
}
