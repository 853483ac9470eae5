import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react'
import { useAtomValue } from 'jotai/react'
import { Download, LogIn, Moon, Power, Rocket } from 'lucide-react'
import type { ReactNode } from 'react'
import { type System, stepsOf, systemOf, systems, systemTitles } from '../../state/device/start-up'
import type { SystemStep, TakeAlong } from '../../state/device/system-step'
import { deviceFactsAtom } from '../../state/device/this-device'
import { pageServicesAtom } from '../../state/services'
import { CopyField } from '../../ui/forms/copy-field'
import { Panel } from '../../ui/layout/panel'

const icons: Readonly<Record<SystemStep['topic'], ReactNode>> = {
  start: <Rocket size="1.25rem" />,
  'sign-in': <LogIn size="1.25rem" />,
  awake: <Moon size="1.25rem" />,
  power: <Power size="1.25rem" />,
}

/** Where a camera's browser begins: its cameras run from there on every screen. */
const START_PATH = '/cameras'

/** What a page cannot do: the system it runs on first, the others folded away (SENSE-10). */
export function SystemPanel() {
  const facts = useAtomValue(deviceFactsAtom)
  const { origin, copyText } = useAtomValue(pageServicesAtom)
  const deviceName = facts?.name ?? ''
  const here = systemOf(deviceName)
  const startUp = { address: `${origin}${START_PATH}`, deviceName }
  const others = systems.filter((system) => system !== here)
  return (
    <Panel heading={here === null ? 'What the System Must Do' : `What ${systemTitles[here]} Must Do`}>
      <Stack gap="4">
        {here === null ? (
          <CopyField
            label="Address"
            text={startUp.address}
            help="What the browser is to open at login."
            onCopy={copyText}
          />
        ) : (
          <Steps system={here} steps={stepsOf(here, startUp)} />
        )}
        <Box>
          {others.map((system) => (
            <Box as="details" key={system} borderTopWidth="1px">
              <Box as="summary" cursor="pointer" color="brand.fg" py="2">
                {systemTitles[system]}
              </Box>
              <Box pt="2" pb="4">
                <Steps system={system} steps={stepsOf(system, startUp)} />
              </Box>
            </Box>
          ))}
        </Box>
      </Stack>
    </Panel>
  )
}

function Steps({ system, steps }: { readonly system: System; readonly steps: readonly SystemStep[] }) {
  return (
    <Stack as="ol" gap="4" listStyleType="none" aria-label={`Steps on ${systemTitles[system]}`}>
      {steps.map(({ topic, title, line, take }) => (
        <Flex as="li" key={topic} gap="3" align="start">
          <Box color="brand.fg" flexShrink={0} pt="0.5" aria-hidden>
            {icons[topic]}
          </Box>
          <Stack flex="1" minW="0" gap="2">
            <Box>
              <Text fontWeight="medium">{title}</Text>
              <Text color="fg.muted" textStyle="sm" overflowWrap="anywhere" maxW="44rem">
                {line}
              </Text>
            </Box>
            {take && <Taken take={take} />}
          </Stack>
        </Flex>
      ))}
    </Stack>
  )
}

function Taken({ take }: { readonly take: TakeAlong }) {
  const { copyText, saveFile } = useAtomValue(pageServicesAtom)
  if (take.kind === 'text') {
    return (
      <Box maxW="44rem">
        <CopyField label={take.label} text={take.text} onCopy={copyText} />
      </Box>
    )
  }
  const { name, content } = take
  return (
    <Box>
      <Button
        size="sm"
        variant="outline"
        // Names of files are long for a telephone with large letters.
        maxW="100%"
        height="auto"
        minH={{ base: '11', md: '9' }}
        px="min({spacing.3.5}, 3.9vw)"
        py="1"
        whiteSpace="normal"
        overflowWrap="anywhere"
        onClick={() => saveFile(new Blob([content], { type: 'application/octet-stream' }), name)}
      >
        <Download size="1rem" aria-hidden />
        Save {name}
      </Button>
    </Box>
  )
}
