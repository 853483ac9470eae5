import { describe, expect, it } from 'vitest'
import { checklist } from '../../../scripts/checklist.mjs'
import { Failure } from '../../../scripts/command-line/failure.mjs'
import { readFlags } from '../../../scripts/command-line/flags.mjs'
import { demo } from '../../../scripts/demo.mjs'

const flags = { out: { type: 'string', default: 'here' }, list: { type: 'string' } } as const

describe('the flags of a command', () => {
  it('are read, also behind the dashes that npm leaves out', () => {
    expect(readFlags([], flags, '')).toMatchObject({ out: 'here' })
    expect(readFlags(['--', '--out', 'there'], flags, '')).toMatchObject({ out: 'there' })
  })

  it.each([
    [['--uot', 'x'], "Unknown option '--uot'. The flags are --out DIR."],
    [['--out'], "Option '--out <value>' argument missing. The flags are --out DIR."],
    [['--out', '--list'], "Option '--out' argument is ambiguous. The flags are --out DIR."],
    [['x'], "Unexpected argument 'x'. The flags are --out DIR."],
  ])('%j is answered by one line', (args, line) => {
    expect(() => readFlags(args, flags, '--out DIR')).toThrow(new Failure(line))
  })
})

describe('an unknown flag', () => {
  it.each([
    ['demo', demo, '--footage FILE, --out DIR'],
    ['checklist', checklist, '--checklist FILE'],
  ])('of npm run %s is a complaint that names those there are', async (_name, command, known) => {
    await expect(command(['--bogus'])).rejects.toThrow(new Failure(`Unknown option '--bogus'. The flags are ${known}.`))
  })
})
