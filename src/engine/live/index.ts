/** Live view: what a browser that looks does with what comes, and what it needs of the browser for it. */
export { browserReceiver } from './browser-receiver'
export { type DirectRefusal, LiveReceiver, type PictureWay, type ReceivedPicture } from './live-receiver'
export type { PictureFigures, ReceiverPorts } from './receiver-ports'
