import { Box, Button, Menu, Portal, Span, Spinner, Text } from '@chakra-ui/react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { BellOff, CalendarClock, Check } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { modes, modeTitles, type SnoozeLength } from '../../lib/modes/mode'
import { type ModeView, modeViewAtom } from '../../state/modes/mode-view'
import { areModesChangingAtom, changeModesAtom, chooseModeAtom, snoozeAtom } from '../../state/modes/modes'
import { useLeaving } from '../../ui/layout/use-leaving'
import { modeLooks } from '../../ui/modes/mode-look'
import { Awaited } from '../../ui/notices/skeletons'

type Look = 'wide' | 'strip' | 'bar'
type KnownView = Extract<ModeView, { readonly phase: 'known' }>

/** The mode that holds, on every screen; a press opens what it can be switched to, which goes with the screen (MODE-13). */
export function ModeControl({ look }: { readonly look: Look }) {
  const view = useAtomValue(modeViewAtom)
  const [isOpen, setIsOpen] = useState(false)
  const [path] = useLocation()
  useLeaving(
    path,
    useCallback(() => setIsOpen(false), []),
  )
  if (view.phase !== 'known') return null
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={({ open }) => setIsOpen(open)}
      positioning={{ placement: look === 'bar' ? 'bottom-end' : 'right-start' }}
      lazyMount
      unmountOnExit
    >
      <Menu.Trigger asChild>
        <ModeButton look={look} view={view} />
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content
            // Read from here by the library, which sets the positioner's.
            zIndex="popover"
            bg="bg.panel"
            borderWidth="1px"
            rounded="l3"
            shadow="md"
            p="1.5"
            width="17rem"
            maxW="calc(100vw - 1rem)"
            maxH="var(--available-height)"
            overflowY="auto"
            outline="none"
          >
            <Words view={view} />
            <Modes view={view} />
            <Menu.Separator my="1.5" borderTopWidth="1px" />
            <Snoozes view={view} />
            <Menu.Separator my="1.5" borderTopWidth="1px" />
            <ScheduleLink />
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}

function ModeButton({ look, view, ...trigger }: { readonly look: Look; readonly view: KnownView }) {
  const isChanging = useAtomValue(areModesChangingAtom)
  const { icon: Icon, palette } = modeLooks[view.mode]
  const title = modeTitles[view.mode]
  const label = `Mode: ${title}${view.source === 'stale' ? ', as last known' : ''}${view.snoozeWords === null ? '' : ', notifications snoozed'}`
  return (
    <Button
      {...trigger}
      size="sm"
      variant={look === 'strip' ? 'ghost' : 'outline'}
      minW="0"
      width={look === 'bar' ? 'auto' : '100%'}
      px={look === 'strip' ? '0' : '2'}
      justifyContent={look === 'wide' ? 'flex-start' : 'center'}
      aria-label={label}
      title={look === 'strip' ? label : undefined}
      aria-busy={isChanging}
    >
      <Box color={`${palette}.fg`} opacity={view.source === 'told' ? 1 : 0.5}>
        {isChanging ? <Spinner size="xs" /> : <Icon size="1.1rem" aria-hidden />}
      </Box>
      {look !== 'strip' && <Span truncate>{title}</Span>}
      {look === 'wide' && view.source === 'stale' && (
        <Span color="fg.muted" textStyle="xs" truncate>
          last known
        </Span>
      )}
      {look !== 'strip' && view.snoozeWords !== null && <BellOff size="0.9rem" aria-hidden />}
    </Button>
  )
}

function Words({ view }: { readonly view: KnownView }) {
  return (
    <Box px="2" py="1.5" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      <Awaited isAwaited={view.source === 'kept'}>
        <Text>
          {view.source === 'stale' ? `Last known: ${view.words}. The hub does not answer.` : `${view.words}.`}
        </Text>
      </Awaited>
      {view.snoozeWords !== null && <Text>{view.snoozeWords}</Text>}
    </Box>
  )
}

const itemLook = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  px: '2',
  minH: { base: '11', md: '9' },
  rounded: 'l2',
  cursor: 'pointer',
  textStyle: 'sm',
  outline: 'none',
  _highlighted: { bg: 'bg.muted' },
  _disabled: { opacity: 0.5 },
} as const

function Item(props: {
  readonly value: string
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly onSelect: () => void
}) {
  return (
    <Menu.Item value={props.value} onSelect={props.onSelect} {...itemLook}>
      <Box width="1.1rem" color="fg.muted" aria-hidden>
        {props.icon}
      </Box>
      {props.children}
    </Menu.Item>
  )
}

function Modes({ view }: { readonly view: KnownView }) {
  const choose = useSetAtom(chooseModeAtom)
  const change = useSetAtom(changeModesAtom)
  return (
    <>
      <Menu.RadioItemGroup
        value={view.mode}
        aria-label="Mode"
        onValueChange={({ value }) => {
          const chosen = modes.find((mode) => mode === value)
          if (chosen !== undefined) void choose(chosen)
        }}
      >
        {modes.map((mode) => {
          const { icon: Icon, palette } = modeLooks[mode]
          return (
            <Menu.RadioItem key={mode} value={mode} {...itemLook}>
              <Box color={`${palette}.fg`} aria-hidden>
                <Icon size="1.1rem" />
              </Box>
              <Span flex="1">{modeTitles[mode]}</Span>
              <Menu.ItemIndicator>
                <Check size="1rem" aria-hidden />
              </Menu.ItemIndicator>
            </Menu.RadioItem>
          )
        })}
      </Menu.RadioItemGroup>
      {view.why === 'hand' && view.endsWithSwitch && (
        <Item value="for-good" icon={null} onSelect={() => void choose(view.mode, 'for-good')}>
          Keep {modeTitles[view.mode]} for good
        </Item>
      )}
      {view.why === 'hand' && view.hasSchedule && (
        <Item value="schedule" icon={null} onSelect={() => void change({ choice: null })}>
          Follow the schedule
        </Item>
      )}
    </>
  )
}

const snoozeWords = (tomorrow: string): readonly { readonly length: SnoozeLength; readonly words: string }[] => [
  { length: '1h', words: 'Snooze for 1 hour' },
  { length: '8h', words: 'Snooze for 8 hours' },
  { length: 'tomorrow', words: `Snooze until ${tomorrow}` },
]

function Snoozes({ view }: { readonly view: KnownView }) {
  const snooze = useSetAtom(snoozeAtom)
  const icon = <BellOff size="1rem" />
  if (view.snoozeWords !== null) {
    return (
      <Item value="end-snooze" icon={icon} onSelect={() => void snooze(null)}>
        End the snooze
      </Item>
    )
  }
  return snoozeWords(view.tomorrow).map(({ length, words }) => (
    <Item key={length} value={length} icon={icon} onSelect={() => void snooze(length)}>
      {words}
    </Item>
  ))
}

function ScheduleLink() {
  const [, navigate] = useLocation()
  return (
    <Item value="settings" icon={<CalendarClock size="1rem" />} onSelect={() => navigate('/modes')}>
      Schedule and cameras
    </Item>
  )
}
