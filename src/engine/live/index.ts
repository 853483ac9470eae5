/** Live view: what a camera sends to whoever looks and how it is heard, and what a browser that looks does with it. */
export { browserReceiver } from './browser-receiver'
export { browserSending, type SendingPorts } from './browser-sending'
export { DirectSender } from './direct-sender'
export {
  type DirectRefusal,
  LiveReceiver,
  type PictureWay,
  type ReceivedPicture,
  type ReceiverOptions,
} from './live-receiver'
export { Loudspeaker, type Silence } from './loudspeaker'
export type { PictureSize } from './picture-size'
export type { PictureFigures, ReceiverPorts } from './receiver-ports'
export { RelayFeed } from './relay-feed'
export type { EncodedFormat, EncodedPicture } from './relay-protocol'
export { PaceKeeper, type SendPace } from './send-pace'
export { Voice } from './voice'
