import { parseSync } from 'vite'

const LEAST_LETTERS = 3
/** Stands for what is no plain letter: a word that has it is none. */
const WILD = '*'

/** The plain words of three letters and more that the source of a pattern has: of "enter(ed)?" enter and entered. */
export function wordsOfPattern(source: string): ReadonlySet<string> {
  const words = new Set<string>()
  let at = 0

  /** The words that are begun go in and come out: a group may stand in the middle of one. */
  function alternatives(begun: ReadonlySet<string>): Set<string> {
    const after = sequence(begun)
    while (source[at] === '|') {
      at++
      for (const word of sequence(begun)) after.add(word)
    }
    return after
  }

  function sequence(begun: ReadonlySet<string>): Set<string> {
    let now = new Set(begun)
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const from = at
      const after = atom(now)
      const isStem = source.slice(from, at) === '\\w'
      const [quantifier = ''] = /^(?:[?*+]|\{[\d,]+\})\??/.exec(source.slice(at)) ?? []
      at += quantifier.length
      // An end of words that may be left out is one all the same, or words would grow together.
      const isOptional = /^(?:[?*]|\{0)/.test(quantifier) && !isStem && !after.has('')
      now = isOptional ? new Set([...now, ...after]) : after
    }
    return now
  }

  function atom(begun: ReadonlySet<string>): Set<string> {
    const [sign = ''] =
      /^(?:\((?:\?(?:<?[=!]|:|<\w+>))?|\[(?:\\.|[^\]])*\]|\\p\{\w+\}|\\.|.)/.exec(source.slice(at)) ?? []
    at += sign.length
    if (sign.startsWith('(')) return group(sign, begun)
    const letters = /^\[\p{L}+\]$/u.test(sign) ? sign.slice(1, -1) : /^\p{L}$/u.test(sign) ? sign : null
    if (letters !== null) return new Set([...begun].flatMap((word) => [...letters].map((letter) => word + letter)))
    if (sign === '.' || /^(?:\[|\\[wdSp1-9])/.test(sign)) return new Set([...begun].map((word) => word + WILD))
    return ended(begun)
  }

  function group(sign: string, begun: ReadonlySet<string>): Set<string> {
    const isLook = /[=!]$/.test(sign)
    const inner = alternatives(isLook ? new Set(['']) : begun)
    at++
    if (!isLook) return inner
    ended(inner)
    return new Set(begun)
  }

  function ended(begun: ReadonlySet<string>): Set<string> {
    for (const word of begun) if (word.length >= LEAST_LETTERS && !word.includes(WILD)) words.add(word)
    return new Set([''])
  }

  ended(alternatives(new Set([''])))
  return words
}

/** The sources of the patterns of a file: its regular expressions, and its texts with alternatives, of which some are made. */
export function patternsIn(file: string, code: string): string[] {
  const sources: string[] = []
  JSON.stringify(parseSync(file, code).program, (_, node) => {
    if (node?.type === 'Literal' && typeof node.regex?.pattern === 'string') sources.push(node.regex.pattern)
    else if (node?.type === 'Literal' && typeof node.value === 'string') sources.push(node.value)
    // What stands between two parts is of another text.
    else if (node?.type === 'TemplateLiteral')
      sources.push(node.quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join('\\b'))
    return node
  })
  return sources.filter((source) => source.includes('|') || source.includes('\\b'))
}
