import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EXIT_CODES } from '../../server/lib/startup-problem'

/** `Section.Name` of the unit with its value. */
const settings = new Map<string, string>()
let section = ''
for (const line of readFileSync('deploy/nightjar.service', 'utf8').split('\n')) {
  section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
  const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
  if (name !== undefined && value !== undefined) settings.set(`${section}.${name}`, value)
}

test('the unit starts a hub again for as long as its database may still come up, and not where a hand must mend it (OPS-16)', () => {
  expect(settings.get('Service.Restart')).toBe('on-failure')
  expect(settings.get('Service.RestartPreventExitStatus')).toBe(String(EXIT_CODES.hand))
  expect(EXIT_CODES.time).not.toBe(EXIT_CODES.hand)
  // Without a limit on how often, systemd takes its own: five starts in ten seconds.
  expect(settings.get('Unit.StartLimitIntervalSec')).toBe('0')
  expect(settings.get('Service.RestartSec')).toBe('5')
})

test('the tools run beside the unit as its user, on its folder, with its variables (OPS-17)', () => {
  const readme = readFileSync('deploy/README.md', 'utf8')
  const [, command = ''] = /^as_hub\(\) \{\n(.*?)^\}$/ms.exec(readme) ?? []
  // A unit that names no user has the one of its own name.
  expect(settings.get('Service.User')).toBeUndefined()
  const own = ['DynamicUser', 'StateDirectory', 'StateDirectoryMode', 'UMask', 'EnvironmentFile']
  const wanted = ['User=nightjar', ...own.map((name) => `${name}=${settings.get(`Service.${name}`)}`)]
  expect([...command.matchAll(/-p (\S+)/g)].map(([, property]) => property).sort()).toEqual(wanted.sort())
  expect(settings.get('Service.Environment')).toContain(/ -E (DATA_DIR=\S+)/.exec(command)?.[1])
  expect(command).toMatch(/ nightjar "\$@"\n$/)
})
