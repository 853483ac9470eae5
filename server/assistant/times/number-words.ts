const values: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    fourteen: 14,
    'twenty four': 24,
    'forty eight': 48,
  },
  ...{ couple: 2, 'couple of': 2, 'a couple': 2, 'a couple of': 2, few: 3, 'a few': 3, several: 5, half: 0.5 },
  ...{ 'half an': 0.5, 'half a': 0.5 },
}

const spelled = Object.keys(values).sort((a, b) => b.length - a.length)

/** Source of a pattern for a number in digits or words. */
export const NUMBER = `\\d{1,6}(?:\\.\\d)?|${spelled.join('|')}`

/** null: it is none. */
export function numberOf(text: string): number | null {
  const value = values[text] ?? Number(text)
  return text === '' || Number.isNaN(value) ? null : value
}
