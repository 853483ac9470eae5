/**
 * Where the words of one list stand in another, in the order of both and as many as can be: for each its place there, null
 * where it has none. Either may lack some at its beginning, in the middle or at its end. Of equal ones the first are taken.
 */
export function placesIn(list: readonly string[], words: readonly string[]): readonly (number | null)[] {
  const width = list.length + 1
  /** How many can be placed of what begins here in both: a row for each of the words. */
  const placeable = new Uint32Array((words.length + 1) * width)
  const from = (word: number, place: number) => placeable[word * width + place] ?? 0
  for (let word = words.length - 1; word >= 0; word--) {
    for (let place = list.length - 1; place >= 0; place--) {
      placeable[word * width + place] =
        words[word] === list[place]
          ? from(word + 1, place + 1) + 1
          : Math.max(from(word + 1, place), from(word, place + 1))
    }
  }
  let place = 0
  return words.map((each, word) => {
    while (place < list.length && each !== list[place] && from(word, place + 1) > from(word + 1, place)) place++
    return place < list.length && each === list[place] ? place++ : null
  })
}
