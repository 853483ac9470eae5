/** Live view: what a camera sends to whoever looks, and how it is heard. */
export { browserSending, type SendingPorts } from './browser-sending'
export { DirectSender } from './direct-sender'
export { Loudspeaker, type Silence } from './loudspeaker'
export { RelayFeed } from './relay-feed'
export type { EncodedFormat, EncodedPicture } from './relay-protocol'
export { PaceKeeper, type SendPace } from './send-pace'
export { Voice } from './voice'
