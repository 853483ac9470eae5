import { describe, expect, test } from 'vitest'
import { type System, stepsOf, systemOf, systems } from '../../../src/state/device/start-up'

const ADDRESS = 'https://cam.example.org:8443/cameras'
const step = (system: System, deviceName: string) => stepsOf(system, { address: ADDRESS, deviceName })[0]?.take

describe('what the system must do (SENSE-10)', () => {
  test.each([
    ['Chrome on Windows', 'windows'],
    ['Safari on Mac', 'macos'],
    ['Firefox on Linux', 'linux'],
    ['Chrome on ChromeOS', 'chromeos'],
    ['Samsung Internet on Android', 'android'],
    ['Safari on iPad', 'ios'],
    ['Unknown browser', null],
  ] as const)('%s is %s', (name, system) => expect(systemOf(name)).toBe(system))

  test('each system is told how to start the browser with the address, and how to stay awake', () => {
    for (const system of systems) {
      const steps = stepsOf(system, { address: ADDRESS, deviceName: '' })
      // A Chromebook opens again what was open.
      expect(JSON.stringify(steps).includes(ADDRESS)).toBe(system !== 'chromeos')
      expect(steps.map(({ topic }) => topic)).toContain('awake')
    }
  })

  test.each([
    ['Chrome on Windows', `chrome --app=${ADDRESS} --hide-crash-restore-bubble`],
    ['Edge on Windows', `msedge --app=${ADDRESS} --hide-crash-restore-bubble`],
    ['Brave on Windows', `brave --app=${ADDRESS} --hide-crash-restore-bubble`],
    ['Firefox on Windows', `firefox --new-window ${ADDRESS}`],
    // Seen from a Mac: Windows has no Safari.
    ['Safari on Mac', `chrome --app=${ADDRESS} --hide-crash-restore-bubble`],
  ])('the shortcut of Windows starts the browser that shows the page: %s', (name, command) => {
    expect(step('windows', name)).toMatchObject({ text: `cmd /c start "" ${command}` })
  })

  test.each([
    ['Chrome on Mac', ['Google Chrome', '--args', `--app=${ADDRESS}`, '--hide-crash-restore-bubble']],
    ['Safari on Mac', ['Safari', ADDRESS]],
    ['Firefox on Mac', ['Firefox', ADDRESS]],
  ])('the file of macOS is a launch agent whose every word is one argument: %s', (name, opened) => {
    const take = step('macos', name)
    const content = take?.kind === 'file' ? take.content : ''
    const words = [...content.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word]) => word)
    expect(words).toEqual(['nightjar.camera', '/usr/bin/open', '-a', ...opened])
    expect(content).toContain('<key>RunAtLoad</key><true/>')
  })

  const asApp = [`--app=${ADDRESS}`, '--hide-crash-restore-bubble']
  test.each([
    ['Chrome on Linux', ['google-chrome', 'chromium', 'chromium-browser'], asApp],
    ['Firefox on Linux', ['firefox', 'firefox-esr'], ['--new-window', ADDRESS]],
  ])(
    'the file of Linux has one line to run, under whichever name it is there, and nothing the shell would read otherwise: %s',
    (name, programs, words) => {
      const take = step('linux', name)
      const content = take?.kind === 'file' ? take.content : ''
      const exec = /^Exec=sh -c "([^"$`\\%]+)"$/m.exec(content)?.[1]?.split(' || ')
      expect(exec).toEqual(programs.map((program) => [program, ...words].join(' ')))
    },
  )
})
