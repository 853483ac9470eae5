const ones: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
}

const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}

const values: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  ...ones,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  ...tens,
  couple: 2,
  'couple of': 2,
  'a couple': 2,
  'a couple of': 2,
  few: 3,
  'a few': 3,
  several: 5,
  half: 0.5,
  'half an': 0.5,
  'half a': 0.5,
}

const spelled = Object.keys(values).sort((a, b) => b.length - a.length)
const anyOf = (words: Readonly<Record<string, number>>) => `(?:${Object.keys(words).join('|')})`

/** Source of a pattern for a number in digits or words. */
export const NUMBER = `\\d{1,6}(?:\\.\\d)?|${anyOf(tens)} ${anyOf(ones)}|${spelled.join('|')}`

/** null: it is none. */
export function numberOf(text: string): number | null {
  const [ten = 0, one = 0] = text.split(' ').map((word, at) => (at === 0 ? tens[word] : ones[word]))
  const value = values[text] ?? (ten > 0 && one > 0 ? ten + one : Number(text))
  return text === '' || Number.isNaN(value) ? null : value
}
