/** One letter too many, missing, wrong, or two exchanged. */
export function isOneSlip(a: string, b: string): boolean {
  return a !== b && Math.abs(a.length - b.length) <= 1 && areWithin(1, a, b)
}

/** A slip, and another after it: in a word that is long enough to be still the only one. */
export function isTwoSlips(word: string, target: string): boolean {
  // Cutting words in every way takes long: most are told apart without.
  if (Math.abs(word.length - target.length) > 2 || !areWithin(2, word, target)) return false
  const halves = Array.from({ length: word.length - 3 }, (_, index) => index + 2)
  return halves.some((at) =>
    [-1, 0, 1].some((shift) => {
      const [head, tail] = [target.slice(0, at + shift), target.slice(at + shift)]
      return isAlike(word.slice(0, at), head) && isAlike(word.slice(at), tail)
    }),
  )
}

function isAlike(a: string, b: string): boolean {
  return a === b || isOneSlip(a, b)
}

/** Whether so many slips, wherever they are, make one word of the other, from a letter of each on. */
function areWithin(slips: number, a: string, b: string, fromA = 0, fromB = 0): boolean {
  let [i, j] = [fromA, fromB]
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i++
    j++
  }
  if (i >= a.length && j >= b.length) return true
  if (slips === 0) return false
  const isExchanged = a.charCodeAt(i) === b.charCodeAt(j + 1) && a.charCodeAt(i + 1) === b.charCodeAt(j)
  return (
    areWithin(slips - 1, a, b, i + 1, j) ||
    areWithin(slips - 1, a, b, i, j + 1) ||
    areWithin(slips - 1, a, b, i + 1, j + 1) ||
    (isExchanged && areWithin(slips - 1, a, b, i + 2, j + 2))
  )
}
