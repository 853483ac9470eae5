import { describe, expect, test } from 'vitest'
import { type System, stepsOf, systemOf, systems } from '../../../src/state/device/start-up'

const ADDRESS = 'https://cam.example.org:8443/cameras'
const step = (system: System, deviceName: string) => stepsOf(system, { address: ADDRESS, deviceName })[0]?.take

describe('what the system must do (SENSE-10)', () => {
  test.each([
    ['Chrome on Windows', 'windows'],
    ['Safari on Mac', 'macos'],
    ['Firefox on Linux', 'linux'],
    ['Chrome on ChromeOS', 'linux'],
    ['Samsung Internet on Android', 'android'],
    ['Safari on iPad', 'ios'],
    ['Unknown browser', null],
  ] as const)('%s is %s', (name, system) => expect(systemOf(name)).toBe(system))

  test('each system is told how to start the browser with the address, and how to stay awake', () => {
    for (const system of systems) {
      const steps = stepsOf(system, { address: ADDRESS, deviceName: '' })
      expect(JSON.stringify(steps)).toContain(ADDRESS)
      expect(steps.map(({ topic }) => topic)).toContain('awake')
    }
  })

  test('the shortcut of Windows starts the browser that shows the page', () => {
    expect(step('windows', 'Edge on Windows')).toMatchObject({
      text: expect.stringContaining(`msedge --app=${ADDRESS}`),
    })
    expect(step('windows', 'Chrome on Windows')).toMatchObject({ text: expect.stringContaining(`chrome --app=`) })
  })

  test('the file of macOS is a launch agent whose every word is one argument', () => {
    const take = step('macos', 'Chrome on Mac')
    const content = take?.kind === 'file' ? take.content : ''
    const words = [...content.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word]) => word)
    expect(words).toEqual([
      ...['nightjar.camera', '/usr/bin/open', '-a', 'Google Chrome', '--args', `--app=${ADDRESS}`],
      '--hide-crash-restore-bubble',
    ])
    expect(content).toContain('<key>RunAtLoad</key><true/>')
  })

  test('the file of Linux has one line to run, for whichever Chromium is there, and nothing the shell would read otherwise', () => {
    const take = step('linux', 'Chrome on Linux')
    const content = take?.kind === 'file' ? take.content : ''
    const exec = /^Exec=sh -c "([^"$`\\%]+)"$/m.exec(content)?.[1]?.split(' || ')
    expect(exec?.map((command) => command.split(' '))).toEqual(
      ['google-chrome', 'chromium', 'chromium-browser'].map((program) => [
        ...[program, `--app=${ADDRESS}`, '--hide-crash-restore-bubble'],
      ]),
    )
  })
})
