import { atom } from 'jotai/vanilla'
import type { Http } from '../api/http'
import type { Socket } from '../api/live-socket'
import type { ExtensionName } from '../contract/extensions'
import type { NewPushSubscription } from '../contract/notifications/push'
import type {
  CreationOptions,
  RegisteredCredential,
  RequestOptions,
  SignedCredential,
} from '../contract/sign-in/passkeys'
import type { CameraEngine, EngineEvent, PersonModel, TamperingWatches } from '../engine'
import type { CameraPermission, DeviceList, OpenedStream, WakeLockState } from '../engine/capture'
import type { ReceiverPorts, SendingPorts } from '../engine/live'
import type { FramePath, MotionWorkerState } from '../engine/motion'
import type { CodecMemory } from '../engine/recording'
import type { After } from '../lib/time-limit'
import type { ClipStore } from '../outbox/clip-store'
import type { ClipLocks } from '../outbox/exclusive'
import type { CloseResult } from '../outbox/recording'
import type { ClipSigning } from '../outbox/signing/clip-signer'
import type { KeyValueStorage, SessionStore } from './session-store'

/** A toast; the app shows it top-right (CONST-01). */
export interface Toast {
  readonly kind: 'success' | 'error' | 'warning' | 'info'
  readonly text: string
  /** Default 5 s (CONST-02); adding a camera uses 3 s (ERR-08). */
  readonly durationMs?: number
}

/** Where failures go that the specification keeps from the user (ERR-30, X-88). */
export interface Reporter {
  /** One line a failure; never called for what the user is already told. */
  report(message: string, cause?: unknown): void
}

/** What keeps a page from passkeys: the browser, plain http, or an address of numbers. */
export type PasskeyObstacle = 'browser' | 'insecure' | 'address'

/** What came of asking the browser for a passkey. */
export type PasskeyAnswer<Credential> =
  | { readonly kind: 'given'; readonly credential: Credential }
  /** Somebody closed the browser's window, or let it wait too long. */
  | { readonly kind: 'dismissed' }
  /** There is one on this device already. */
  | { readonly kind: 'present' }
  | { readonly kind: 'failed'; readonly problem: unknown }

/** Passkeys of the browser. Its code comes with the first that is asked for. */
export interface PasskeyPlatform {
  /** null: nothing keeps the page from them. */
  readonly obstacle: PasskeyObstacle | null
  /** Whether the browser can offer them where an address is typed. */
  canFill(): Promise<boolean>
  /** Whether this device keeps passkeys itself, with a PIN, finger or face. */
  canKeep(): Promise<boolean>
  /** This browser in words, such as "Chrome on Windows". */
  deviceName(): Promise<string>
  create(options: CreationOptions, signal: AbortSignal): Promise<PasskeyAnswer<RegisteredCredential>>
  /** `fill`: offered where an address is typed, without a window; it waits until one is chosen. */
  get(options: RequestOptions, how: 'ask' | 'fill', signal: AbortSignal): Promise<PasskeyAnswer<SignedCredential>>
}

/** What keeps a page from notifications: plain http, a telephone that shows those of installed apps alone, or the browser. */
export type PushObstacle = 'insecure' | 'home-screen' | 'browser'

/** How the browser stands to notifications of this page. */
export interface BrowserPush {
  readonly permission: NotificationPermission
  readonly isSubscribed: boolean
}

export type SubscribeAnswer =
  | { readonly kind: 'given'; readonly subscription: NewPushSubscription }
  | { readonly kind: 'failed'; readonly problem: unknown }

/** What the browser's service worker renews a subscription with: it has no token. */
export interface PushRenewal {
  readonly publicKey: string
  readonly endpoint: string
  readonly renewal: string
}

/** Notifications that come from the hub while no page is open. */
export interface PushPlatform {
  /** null: nothing keeps the page from them. */
  readonly obstacle: PushObstacle | null
  /** Reports how things stand, now and when they change, until the signal aborts. */
  watch(report: (push: BrowserPush) => void, signal: AbortSignal): void
  /** Has the browser ask whether it may show any; only by a press. */
  ask(): Promise<NotificationPermission>
  /** For the hub of this key; in the place of what was there before. */
  subscribe(publicKey: string): Promise<SubscribeAnswer>
  /** Keeps what the subscription is renewed with while no page is open; never rejects. */
  keep(renewal: PushRenewal): Promise<void>
  /** Ends it, and takes away what is shown; never rejects. */
  unsubscribe(): Promise<void>
  /** Calls back with the screen of a notification that was pressed, until the signal aborts. */
  onOpen(open: (path: string) => void, signal: AbortSignal): void
}

/** Navigation state of the code screen (AUTH-21: passed along, never in the address). */
export interface CodeRequest {
  readonly email: string
  readonly retryAt: string | null
}

/** Speaks to the other tabs of this browser; who hears checks what it hears. */
export interface TabChannel {
  tell(message: unknown): void
  listen(hear: (message: unknown) => void, signal: AbortSignal): void
}

/** The camera side of the browser. */
export interface CameraPlatform {
  listDevices(): Promise<DeviceList | null>
  /** Calls back on every change of devices until the signal aborts. */
  watchDevices(onChange: () => void, signal: AbortSignal): void
  watchPermission(report: (permission: CameraPermission) => void, signal: AbortSignal): Promise<void>
  /** Calls back when the user allows the microphone, until the signal aborts. */
  watchMicrophone(onAllowed: () => void, signal: AbortSignal): Promise<void>
  askPermission(): Promise<CameraPermission>
  /** Fetches the engine's code, however long that takes; startEngine needs it. */
  prepareEngine(): Promise<void>
  startEngine(
    tell: (event: EngineEvent) => void,
    onWorkerState: (state: MotionWorkerState) => void,
    given: {
      /** The operator's person model, null where there is none; may reject. */
      readonly findPersonModel: () => Promise<PersonModel | null>
      /** What was found out about this browser's encoders. */
      readonly codecs: CodecMemory
      /** What an engine before this one left, and this one leaves. */
      readonly tampering: TamperingWatches
    },
  ): {
    readonly engine: Pick<CameraEngine, 'setCameras' | 'retry' | 'retryWithSound' | 'recordNow'>
    readonly framePath: Pick<FramePath, 'frames' | 'pacing' | 'why'>
    /** Whether it runs at the pace of a mobile device, as this one was when it started. */
    readonly isMobile: boolean
    areChecksLate(): boolean
    close(): void
  }
  /** Fetches what the browser gives to cameras that are looked at. */
  prepareSending(): Promise<SendingPorts>
  /** Opens one device for a preview; the caller stops the stream. */
  openPreview(deviceId: string): Promise<OpenedStream>
  stopPreview(stream: MediaStream): void
  readonly wakeLock: {
    hold(): Promise<void>
    release(): Promise<void>
    /** Reports the state and its changes until the signal aborts. */
    watch(report: (state: WakeLockState) => void, signal: AbortSignal): void
  }
  readonly tabs: TabChannel
  /** Reports whether this tab shows, now and when that changes, until the signal aborts. */
  watchVisibility(report: (isVisible: boolean) => void, signal: AbortSignal): void
  /** Title of the screen that is open in this tab. */
  screenTitle(): string
}

/** What the browser gives to whoever looks through a camera. */
export interface ViewerPlatform {
  readonly receiver: ReceiverPorts
  /** Asks for the microphone; null: there is none, or it is not allowed. Who opened it stops it. */
  openMicrophone(): Promise<MediaStreamTrack | null>
}

/** What the machine gets its power from. */
export interface Battery {
  readonly isPluggedIn: boolean
  /** 0 to 1. */
  readonly level: number
}

/**
 * own-window: the page runs as an app. elsewhere: somebody has installed it from here just now, and this is still a tab. offered: the
 * browser installs it by a press. by-hand: only its menu can, if it can at all.
 */
export type Installation = 'own-window' | 'elsewhere' | 'offered' | 'by-hand'

/** The machine that the page runs on, as far as a browser tells. */
export interface DevicePlatform {
  /** The browser in words, such as "Chrome on Windows". */
  deviceName(): Promise<string>
  /** Reports now and at every change until the signal aborts; false: this browser does not tell. */
  watchBattery(report: (battery: Battery) => void, signal: AbortSignal): Promise<boolean>
  /** Calls back as the page is left or loaded anew, until the signal aborts. */
  onLeave(work: () => void, signal: AbortSignal): void
  /** Whether the browser keeps what the app stored also when its disk is full; null: it does not tell. */
  isStorageKept(): Promise<boolean | null>
  /** Asks for that; false: it refused. */
  keepStorage(): Promise<boolean>
  /** Reports how the page is installed, now and at every change until the signal aborts. */
  watchInstallation(report: (installation: Installation) => void, signal: AbortSignal): void
  /** By a press, where it is offered: the browser asks, and what came of it is reported. */
  install(): Promise<void>
}

/** What the browser itself tells of its network. */
export interface NetworkSigns {
  /** false only where no hub can be reached: one on this machine needs no network. */
  isOnline(): boolean
  /** Calls back when the network came or went, when the tab is shown, and every half minute, until the signal aborts. */
  watch(onChange: () => void, signal: AbortSignal): void
}

/** What every page has, the sign-in screens too. */
export interface PageServices {
  readonly http: Http
  readonly session: SessionStore
  readonly storage: KeyValueStorage
  readonly reporter: Reporter
  /** Missing where nothing tells: then only the hub's answers show how things stand. */
  readonly network: NetworkSigns
  readonly navigate: (path: string, options?: { readonly replace?: boolean; readonly state?: CodeRequest }) => void
  /** Opens a WebSocket at a path of the provider, below its version prefix. */
  readonly openSocket: (path: string, protocol: string) => Socket
  /** Where programs send calls of the provider, as in 'https://nightjar.example/v1'. */
  readonly apiUrl: string
  /** What whoever served this page offers, as its sign-in page says; empty where that is not the provider. */
  readonly offeredByPage: (signal: AbortSignal) => Promise<ReadonlySet<ExtensionName>>
  readonly passkeys: PasskeyPlatform
  /** Puts a text on the clipboard; false where the browser does not let pages do that. */
  readonly copyText: (text: string) => Promise<boolean>
  /** Leaves the app for another page; state checks that it is an http or https address. */
  readonly redirect: (url: string, options?: { readonly replace?: boolean }) => void
  /** Origin of the app, as in 'https://nightjar.example'. */
  readonly origin: string
  /** Opens an empty tab at once, while the click still counts as one; it goes somewhere, or closes. */
  readonly openTab: () => { go(url: string): void; close(): void }
  /** Downloads what an address of the provider answers; the app stays, whatever comes. */
  readonly download: (url: string) => void
  readonly saveFile: (content: Blob, fileName: string) => void
  readonly fetchFile: (url: string, signal?: AbortSignal) => Promise<Blob | null>
  /** The first bytes of a file of the app's own origin; null for any other, and where the answer is not just these. */
  readonly fetchHead: (url: string) => Promise<Blob | null>
  /** Has the browser save what is at an address of the app's own origin, without reading it here. */
  readonly saveLink: (url: string, fileName: string) => void
  readonly cookies: { read(): string; write(cookie: string): void }
  readonly after: After
  readonly random: () => number
  readonly showToast: (toast: Toast) => void
  readonly nowMs: () => number
}

/**
 * Everything outside that state needs: the app gives the real ones, tests fakes of the ports. The cameras and the clips
 * come later than the rest: the sign-in screens do not wait for their code.
 */
export interface Services extends PageServices {
  readonly cameras: CameraPlatform
  readonly clips: ClipStore
  /** Keys of the cameras of this browser. */
  readonly signing: ClipSigning
  readonly push: PushPlatform
  /** Its code comes with the first look. */
  readonly viewer: () => Promise<ViewerPlatform>
  /** Its code comes with the first question. */
  readonly device: () => Promise<DevicePlatform>
  /** Makes a recorded stream, also one that broke off, into a file that seeks; never rejects. */
  readonly closeClip: (recorded: Blob) => Promise<CloseResult>
  /** Small JPEG pictures of a clip at these moments, in ms since its first frame; none where it cannot be read in time. Never rejects. */
  readonly takeStills: (clip: Blob, momentsMs: readonly number[]) => Promise<readonly Blob[]>
  /** Runs work while no other tab of this browser does. */
  readonly exclusively: ClipLocks['exclusively']
  /** Runs work unless another tab of this browser does. */
  readonly ifFree: ClipLocks['ifFree']
}

const firstServicesAtom = atom<PageServices | null>(null)
const chosenServicesAtom = atom<Services | null>(null)

/** Set once by the composition root; all services serve as well. */
export const pageServicesAtom = atom(
  (get): PageServices => {
    const services = get(chosenServicesAtom) ?? get(firstServicesAtom)
    if (services === null) throw new Error('The services of the page were not set.')
    return services
  },
  (_get, set, services: PageServices) => set(firstServicesAtom, services),
)

/** Set once by the composition root, or by a test. */
export const servicesAtom = atom(
  (get): Services => {
    const services = get(chosenServicesAtom)
    if (services === null) throw new Error('The services were not set.')
    return services
  },
  (_get, set, services: Services) => set(chosenServicesAtom, services),
)
