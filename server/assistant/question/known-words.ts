import { numberOf } from '../times/number-words'
import { groupedWords } from './vocabulary'

/** Words of no group that name neither a place nor a thing that somebody may ask about, in their order. */
const common =
  `a abilities about above access account actually add afraid again ai all allowed almost along already alright also altogether
always am an and another answer any anywhere apart app appear appeared appears are area arent around arrives arriving
as ask asleep assistant at available average averaged averages away
back battery be became because been behind being bell below beside besides best better big body both breakdown briefly
broke but by bye bytes
call called cam cams can cant capture captured captures case check checked checking cheers clear color colour coming
comparing could count counting counts courier cover current currently cut cuts
daily data date day days daytime deliveries delivery detail details detect detecting detects did didnt difference
different display do does doing done dont download driving drop dropped drove duration during
each earlier early either else empty end ended enough entire entry even ever every everywhere exactly except excluding
exit exited expires
face faces failure failures far few fewer find fine folk for forever fortnight found fourth fraction free frequency frequent
from front full
general get gets give go going gone good goodbye goodnight got
had haha happens has hasnt have havent having he hear heard hello help her here hey hi him his history hiya holiday
home hourly house how hows hub
i identified identity if ignoring im in included ins inside instead interesting into invite invited is isnt issue issues it its ive
just
kb keep kept kind kinds know
large late lately later leave leaves left length less let lets licence license like link links list little location
logged logs lol long longer look lot lots low
made mailman make many may maybe mb me mean meaning mere midday mind mode modes moment monthly more most motionless much my
myself
name names near need neither never new next nice nightjar no none noon nor normal not nothing notice noticed notices
now number
observed of off often ok okay old on once one ones only open or order other our out outage outages outdoors outside
over overall overview own
package packages parcel parcels parked pass passed passing past pay per percent percentage pic pick picked pics place
places plate play please plug plugged postman power ppl premises present property proportion pull pure
question questions quick quickly quietly
rang rank ranked ranking rather ratio really recap recently record register registered renew report reports rest retain
right ring round run rung
safe safely said same say scared search second seconds secure security seem sees self sent set several share shared she short
shorter should show showed shows side sign signal single site size sizes sleep sleeping slept small so some
somewhere soon sorry sounds start started stay still stop stopped store stored such sum summarize summary supported
sure switched system
take taken takes tell temperature than thank thanks that thats the their them then there theres these they thing things
think third this those three through till time times to together too took total totals track tried tries try turned turning twice two
type types
undisturbed unplug until up url us use used using usual
van vans very vid vids view visible
want was wasnt watch way we wearing weather wee weekday weekdays weekends weekly went were what whatever whats when
whens where wheres whether which while whole whom whos whose why wifi will with within without work workspace world
worries worse would
year yearly years yes yet you your yours`.split(/\s+/)

const sides = 'front back side outside'.split(' ')
const rooms = 'activities disk display film message messages near play records share state tape'.split(' ')
const states = 'dead disabled moving'.split(' ')
/** Known, and what names of cameras are made of all the same: "the front house", "the play area". */
export const placeWords: ReadonlySet<string> = new Set([
  ...sides,
  ...rooms,
  ...states,
  ...'inside outdoors home house work'.split(' '),
])
/** Known, and what a camera may be called by: "the play camera", where "the dead camera" is one that is off. */
export const callingWords: ReadonlySet<string> = new Set([...rooms, 'storage'])
/** Known, and of a place wherever they stand before a word for one: "the play room", "the dead end". */
export const namingWords: ReadonlySet<string> = new Set([...callingWords, ...states])
/** Known, and what the name of a place that is no camera may begin with: "the front gate". */
export const beginsPlace: ReadonlySet<string> = new Set([...sides, ...namingWords, 'left', 'right'])
/** Known, and what the name of a place that is no camera may end with. */
export const endsPlace: ReadonlySet<string> = new Set(
  'area case end home house location place premises property side spot workspace'.split(' '),
)
/** Known only so that a time of theirs is refused: "in the breakfast room" they are of a place. */
export const unreadTimeWords: ReadonlySet<string> = new Set(
  'breakfast lunch lunchtime business dawn dusk sunrise sunset black palm holy'.split(' '),
)
export const knownWords: ReadonlySet<string> = new Set([...groupedWords, ...common, ...unreadTimeWords])

/** Words of a question that are none of these, no name and no number: they are left out, and an answer says so. */
export function unreadIn(words: string, names: ReadonlySet<string>): string[] {
  const unread = words
    .split(' ')
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !knownWords.has(word) && !names.has(word))
  return [...new Set(unread)].filter((word) => numberOf(word) === null)
}
