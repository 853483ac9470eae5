/** What stands around an address in a sentence: blanks, some signs, and all letters that none has (AUTH-23). */
const AROUND = String.raw`\s()[\]<>,;:\x80-\uffff`

/** From where it begins on only: else a long line without an address would be looked through anew from each of its letters. */
const ADDRESS = new RegExp(`(?<![^${AROUND}])[^${AROUND}]+@[^${AROUND}]*[^${AROUND}.!?]`, 'g')

/** What the assistant answered a person, as a program reads it: it is told of nobody who they are (TOKEN-05). */
export function withoutAddresses(answer: string): string {
  return answer.replace(ADDRESS, 'somebody')
}
