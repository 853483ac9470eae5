import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { system } from '../../../src/ui/theme/theme'

const fonts = 'src/ui/theme/fonts'
const page = readFileSync('index.html', 'utf8')

describe('the typeface (FACE-01)', () => {
  const files = readdirSync(fonts).filter((name) => name.endsWith('.woff2'))

  it('is shipped, less than 60 kB of it, and no other host is asked', () => {
    expect(files.length).toBe(2)
    const bytes = files.reduce((sum, name) => sum + statSync(join(fonts, name)).size, 0)
    expect(bytes).toBeLessThan(60_000)
    const sources = [...page.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url)
    expect(sources.toSorted()).toEqual(files.map((name) => `/${fonts}/${name}`).toSorted())
  })

  it('keeps no text waiting, and most of it is there before the first', () => {
    expect(page.match(/font-display: swap/g)).toHaveLength(2)
    expect(page).toMatch(/rel="preload" href="[^"]*atkinson-latin\.woff2" as="font" type="font\/woff2" crossorigin/)
  })

  it('is what everything is set in, before letters as wide and those of the system', () => {
    for (const name of ['fonts.body', 'fonts.heading']) {
      const stack: string = system.tokens.getByName(name)?.originalValue
      expect(stack.split(', ')).toEqual(
        expect.arrayContaining(['"Atkinson Hyperlegible Next"', 'Arial', 'system-ui', 'sans-serif']),
      )
      expect(page).toContain(`font-family: ${stack.split(', ')[0]};`)
    }
  })
})

/** All that the interface is written in. */
const sources = ['src/ui', 'src/screens', 'src/app'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') })),
)

describe('six sizes of letters, and colours by name (FACE-02)', () => {
  it('no piece has a size of its own', () => {
    const named = /(?:textStyle|fontSize|<Heading[^>]*\bsize)[=:]\s*(?:\{\{([^}]*)\}|["'`]([^"'`]+)["'`])/g
    const strange = sources.flatMap(({ name, text }) =>
      [...text.matchAll(named)]
        .flatMap(([, many, one]) => (many === undefined ? [one ?? ''] : (many.match(/'[^']+'/g) ?? [])))
        .map((size) => size.replaceAll("'", ''))
        .filter((size) => !['xs', 'sm', 'md', 'lg', 'xl', '2xl'].includes(size))
        .map((size) => `${name}: ${size}`),
    )
    expect(strange).toEqual([])
  })

  it('where letters are twice as large some of them grow no further than there is room, each from one of the six', () => {
    const limited = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/const \w+_LETTERS = (.+)/g)].map(([, sizes = '']) => ({ name, sizes })),
    )
    expect(limited.length).toBeGreaterThan(0)
    const isLimit = (size: string) => /^'min\(\{fontSizes\.(xs|sm|md|lg|xl|2xl)\}, [\d.]+(vw|px)\)'$/.test(size)
    const strange = limited.filter(({ sizes }) => !(sizes.match(/'[^']*'/g) ?? ['none']).every(isLimit))
    expect(strange).toEqual([])
  })

  it('no piece has a colour of its own but the mark and the black screen', () => {
    const strange = sources.filter(
      ({ name, text }) =>
        !/ui\/theme\/|ui\/layout\/logo\.tsx|stealth-overlay\.tsx/.test(name) && /#[0-9a-f]{3,8}\b/i.test(text),
    )
    expect(strange.map(({ name }) => name)).toEqual([])
  })

  it('no piece names a shade but frames on pictures, which are told apart by them, and the black screen', () => {
    const shade =
      /\b(?:gray|red|orange|yellow|green|teal|blue|cyan|purple|pink|brand|blackAlpha|whiteAlpha)\.\d{2,3}\b/g
    const strange = sources
      .filter(({ name }) => !/ui\/theme\/|ui\/pictures\/box-looks\.ts|stealth-overlay\.tsx/.test(name))
      .flatMap(({ name, text }) => (text.match(shade) ?? []).map((found) => `${name}: ${found}`))
    expect(strange).toEqual([])
  })
})

describe('one scale of room (FACE-16)', () => {
  const scale = ['0', '0.5', '1', '1.5', '2', '3', '4', '6', '8']
  const room = /(?<![\w-])(?:gap|columnGap|rowGap|[pm][xytbse]?)(?:=|: )(\{+[^}]*\}|"[^"]*"|'[^']*')/g
  const strangeIn = (lines: readonly string[]) =>
    lines.flatMap((line, at) => {
      const isTold = /\/\/|\{\/\*/.test(`${lines[at - 1] ?? ''}${line}`)
      const values = [...line.matchAll(room)]
        .flatMap(([, given = '']) => [...given.matchAll(/["']([^"']*)["']/g)])
        .map(([, value = '']) => value)
      return isTold
        ? []
        : values.filter((value) => /^-?[\d.]+[a-z%]*$/.test(value) && !scale.includes(value.replace('-', '')))
    })

  it('holds what stands between and within things; any other measure says what for', () => {
    const strange = sources.flatMap(({ name, text }) => strangeIn(text.split('\n')).map((value) => `${name}: ${value}`))
    expect(strange).toEqual([])
  })

  it('is seen where it is broken, and only there', () => {
    expect(strangeIn(['<Box p="5" mt="2">', "<Box px={{ base: '3', md: '7' }}>", "css={{ pb: '2px' }}"])).toEqual([
      '5',
      '7',
      '2px',
    ])
    expect(strangeIn(['{/* Below the names. */}', '<Box ms="11" mx="auto" my="-2" gap="1.5">'])).toEqual([])
  })
})
