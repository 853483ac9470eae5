import { consoleReporter } from './reporter'

const WORKER = '/service-worker.js'

/** Has this browser keep the app, so that it starts without the hub; without it, it works as any page does. */
export async function keepApp(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers === undefined) return
  try {
    await workers.register(WORKER, { updateViaCache: 'none' })
  } catch (problem) {
    consoleReporter.report('This browser does not keep the app: without the hub it will not start.', problem)
  }
}
