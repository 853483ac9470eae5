export type Courtesy = 'hello' | 'thanks' | 'bye'

const thanks =
  /^(?:(?:hi|hello|hey|ok|okay|great|cool|nice|good|many) )*(?:thanks|thank|cheers)(?: (?:there|nightjar|you|much|so|very|all|again))*$/
const greeting =
  /^(hi|hello|hey|good|ok|okay|great|cool|nice)( (there|nightjar|you|much|so|very|all|morning|afternoon|evening))*$/
const farewell =
  /^(?:(?:ok|okay|great|cool|nice|thanks|thank|cheers|you|very|much|so) )*(?:bye|goodbye|goodnight|good (?:bye|night)|see you)(?: (?:bye|nightjar|all|again|later|soon|tomorrow))*$/

/** What is said and asks for nothing; null: it may ask for something. */
export function courtesyIn(said: string, words: string): Courtesy | null {
  // With the time, which is none in "good night".
  if (farewell.test(said)) return 'bye'
  if (thanks.test(words)) return 'thanks'
  return greeting.test(words) ? 'hello' : null
}
