/*
 * The entry: hands the browser's events on. What is done about them stands in files that know no worker's scope, so that
 * they can be tried without one.
 */
import { listenForPushes } from './push-ports'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
listenForPushes(self)
