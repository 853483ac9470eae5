import { numberOf } from '../times/number-words'
import { labelWords } from './label-words'

/** Words that the assistant acts on: what is nearly one of them is taken for it. */
const acted =
  `alert alerts alarm alarms tampering tampered covered blocked unplugged blackout person persons people human humans somebody
someone anybody anyone nobody visitor visitors visited visit visits guest guests stranger strangers intruder motion motions movement
movements moved event events happen happened happening activity detected detection recording recordings recorded footage
video videos clip clips camera cameras online offline working connected status storage space plan subscription usage chats
remaining compare compared busiest quietest largest biggest smallest longest latest newest oldest earliest recent first
animal animals vehicle vehicles bicycle bicycles motorcycle motorcycles motorbike motorbikes
today yesterday tonight morning afternoon evening night weekend monday tuesday wednesday thursday friday saturday sunday
january february march april june july august september october november december hour hours minute minutes notification notifications week weeks
month months between since before after midnight everything anything something garage`
    .split(/\s+/)
    .filter((word) => word !== 'garage')

/** Other words that name neither a place nor a thing that somebody may ask about. */
const common =
  `a about above active actually after again all almost along already also always am an and another any anything
anywhere are area around as ask at average away back be became because been before being below best better big both busier busy
but by call called came can catch caught check clear come comes coming could count counts cover current currently cut data date day days
deleted detail details did difference different do does doing done down during each early either else empty end ended enough
entire ever every everybody everyone everything everywhere exactly except far few fewer fewest find for found free from front full general get give go going
gone good got had happens has have having he hello help her here hi highest him his home hour house how i if important in inside interesting into is it
its just keep kept kind kinds know last late later least left less let like limit list little live location long look lot lots low made make many max maybe
me minimum moment more most motionless much my myself need never new next nice no none normal not nothing notable notice noticed now number of off often ok okay old on once one ones only open or order other our out
outdoors outside over overall own past peak per place places please premises property file files percent percentage ratio weekdays weekends asleep sleeping quiet quieter quietly rather really record report reports right round run running said same saw say search second seconds see seem
seen set several she should show showed shows side since single site small so some something somewhere soon spot spotted start started still stop such sum summary sure take taken
tell than thank thanks that the their them then there these they thing things think this those three through till time times to together top total totals track trigger triggered triggers turned turning two type types until up us
used using usual versus view vs walk walked walking want was watch way we went were what whatever when where whether which while who whole whom whose why
will with within without work world would wrong year years yes yet you your yours detail quick quickly briefly breakdown break overview log logs history entries entry
hub nightjar system security app workspace account ai assistant chat question questions answer left remaining quota allowance credit credits tier price cost
costs upgrade billing pay month monthly yearly gb mb kb bytes size sizes large long short total deleted expire expires retention keep stay stored store
suspicious unusual strange weird odd abnormal noteworthy problem problems issue issues trouble incident incidents warning warnings noise
arrive arrived arrives arriving leave left leaves enter entered exit exited pass passed passing appear appeared appears approach approached drop dropped stopped
noon midday daytime earlier hourly daily weekly per average ppl cam cams vid vids pic pics man men woman women guy guys kid kids child
children folk folks burglar burglars thief thieves intruders human individual individuals body self identity name names face faces mean meaning holiday case average
frequency frequent rank ranking ranked compare comparison comparing longest shortest link links url download
drove driving parked van vans package packages parcel parcels delivery deliveries mailman postman courier
detect detects detecting trigger capture captured captures checked checking missed miss notices picked pick sees occur occurred register whats whens whos wheres hows dont didnt wasnt isnt arent cant hasnt havent ive theres thats lets im even move moves rest while bye lol haha sorry news update updates missed hiya
registered logged observed identified present visible recently lately
fortnight wee sensitivity sensitive microphone mic users members seats limit limits maximum renew
alright fine worried worry worries afraid scared safe secure try tried tries ring rang rung bell mind sleep slept please
seconds duration length altogether shorter sound sounds audio noise hear heard color colour wearing licence license plate weather temperature wifi battery signal power plug plugged cuts failure failures outage outages
disconnected reachable unreachable dead inactive enabled disabled switched state snapshot longer add may near behind beside apart instead excluding
besides counting ignoring nor neither previous hey cheers very use abilities broke ins averages averaged share proportion fraction blackouts
message messages retained retain prices pricing disk disc undisturbed worse lowest heaviest megabytes gigabytes pull display play summarize
weekday mere pure records film films filmed tape tapes plans subscribed quotas allowed sent included supported forever activities detections
available moving`
    .split(/\s+/)
    .filter((word) => word !== '')

const firstOfNames = 'front back side outside dead disabled display film play records state tape'.split(' ')
/** Known, and what names of cameras are made of all the same: "the front house", "the play area". */
export const placeWords: ReadonlySet<string> = new Set([...firstOfNames, 'inside', 'outdoors', 'home', 'house', 'work'])
/** Known, and what the name of a place that is no camera may begin with: "the disabled entrance". */
export const beginsPlace: ReadonlySet<string> = new Set([...firstOfNames, 'left', 'right'])
/** Known only so that a time of theirs is refused: "in the breakfast room" they are of a place. */
export const unreadTimeWords: ReadonlySet<string> = new Set(
  'breakfast lunch lunchtime business dawn dusk sunrise sunset'.split(' '),
)
export const actedWords: readonly string[] = acted
export const knownWords: ReadonlySet<string> = new Set([...acted, ...common, ...unreadTimeWords, ...labelWords])

/** Words of a question that are none of these, no name and no number: they are left out, and an answer says so. */
export function unreadIn(words: string, names: ReadonlySet<string>): string[] {
  const unread = words
    .split(' ')
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !knownWords.has(word) && !names.has(word))
  return [...new Set(unread)].filter((word) => numberOf(word) === null)
}
