import { Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type Mode, modes, modeTitles } from '../../lib/modes/mode'
import { type ModeView, modeSettingsAtom } from '../../state/modes/mode-view'
import { areModesChangingAtom, changeModesAtom, chooseModeAtom, snoozeAtom } from '../../state/modes/modes'
import { Panel } from '../../ui/layout/panel'
import { twoColumns } from '../../ui/layout/two-columns'
import { modeLooks } from '../../ui/modes/mode-look'
import { Awaited } from '../../ui/notices/skeletons'

const lines: Readonly<Record<Mode, string>> = {
  armed: 'Records and tells',
  home: 'Records, tells of alerts alone',
  away: 'Records and tells',
  night: 'Records and tells',
  off: 'Neither records nor tells',
}

/** What holds and why, and the way to something else. */
export function InForce({ view }: { readonly view: Extract<ModeView, { readonly phase: 'known' }> }) {
  const choose = useSetAtom(chooseModeAtom)
  const change = useSetAtom(changeModesAtom)
  const isChanging = useAtomValue(areModesChangingAtom)
  const { rules } = useAtomValue(modeSettingsAtom)
  const lineOf = (mode: Mode) => (rules.some((rule) => rule.mode === mode) ? 'As chosen below' : lines[mode])
  return (
    <Panel heading="In Force">
      <Stack gap="4">
        <Box role="status" overflowWrap="anywhere">
          <Awaited isAwaited={view.source === 'kept'}>
            <Text fontWeight="medium">{view.source === 'stale' ? `Last known: ${view.words}` : view.words}</Text>
          </Awaited>
          {view.source === 'stale' && (
            <Text color="fg.muted" textStyle="sm">
              The hub does not answer. Cameras go on by what they know, the schedule included.
            </Text>
          )}
        </Box>
        <Grid
          templateColumns={{ base: twoColumns('8.5rem'), lg: 'repeat(5, minmax(0, 1fr))' }}
          gap="2"
          role="group"
          aria-label="Switch to"
        >
          {modes.map((mode) => {
            const { icon: Icon, palette } = modeLooks[mode]
            const isHere = view.mode === mode
            return (
              <Button
                key={mode}
                variant={isHere ? 'subtle' : 'outline'}
                colorPalette={isHere ? palette : 'gray'}
                aria-pressed={isHere}
                aria-busy={isChanging}
                height="auto"
                py="3"
                px="3"
                // Five in two columns: the last has a line of its own.
                _last={{ gridColumn: { base: '1 / -1', lg: 'auto' } }}
                justifyContent="flex-start"
                textAlign="start"
                whiteSpace="normal"
                onClick={() => void choose(mode)}
              >
                <Box color={`${palette}.fg`} flexShrink={0}>
                  <Icon size="1.25rem" aria-hidden />
                </Box>
                <Box minW="0">
                  <Text>{modeTitles[mode]}</Text>
                  <Text color="fg.muted" textStyle="xs" fontWeight="normal">
                    {lineOf(mode)}
                  </Text>
                </Box>
              </Button>
            )
          })}
        </Grid>
        {view.why === 'hand' && (
          <Flex gap="2" wrap="wrap">
            {view.endsWithSwitch && (
              <Button size="sm" variant="outline" onClick={() => void choose(view.mode, 'for-good')}>
                Keep {modeTitles[view.mode]} for good
              </Button>
            )}
            {view.hasSchedule && (
              <Button size="sm" variant="outline" onClick={() => void change({ choice: null })}>
                Follow the schedule
              </Button>
            )}
          </Flex>
        )}
        <Snooze words={view.snoozeWords} tomorrow={view.tomorrow} />
      </Stack>
    </Panel>
  )
}

function Snooze({ words, tomorrow }: { readonly words: string | null; readonly tomorrow: string }) {
  const snooze = useSetAtom(snoozeAtom)
  return (
    <Flex gap="2" rowGap="2" wrap="wrap" align="center" borderTopWidth="1px" pt="4">
      <Text flex="1 1 14rem" textStyle="sm" color="fg.muted" maxW="65ch" me="auto" textWrap="balance">
        {words ?? 'Snoozed, nothing is told, alerts included, and nothing of that time afterwards. Recording goes on.'}
      </Text>
      {words === null ? (
        <Flex gap="2" wrap="wrap" role="group" aria-label="Snooze">
          <Button size="sm" variant="outline" onClick={() => void snooze('1h')}>
            Snooze 1 h
          </Button>
          <Button size="sm" variant="outline" onClick={() => void snooze('8h')}>
            8 h
          </Button>
          <Button size="sm" variant="outline" onClick={() => void snooze('tomorrow')}>
            Until {tomorrow}
          </Button>
        </Flex>
      ) : (
        <Button size="sm" variant="outline" onClick={() => void snooze(null)}>
          End the snooze
        </Button>
      )}
    </Flex>
  )
}
