/** No blanks, and none of the signs that stand around an address in a sentence. */
const ADDRESS = /[^\s()[\]<>,;:]+@[^\s()[\]<>,;:]*[^\s()[\]<>,;:.!?]/g

/** What the assistant answered a person, as a program reads it: it is told of nobody who they are (TOKEN-05). */
export function withoutAddresses(answer: string): string {
  return answer.replace(ADDRESS, 'somebody')
}
