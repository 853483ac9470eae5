import type { BillingServices } from '../billing/services'
import type { StorageServices } from '../storage/services'
import type { ExportAccess, ExportLinks, ExportPlaces } from './export-access'

/** What is about a workspace as a whole works with. */
export type WorkspaceServices = BillingServices &
  StorageServices &
  ExportAccess & { readonly exportLinks: ExportLinks; readonly exportPlaces: ExportPlaces }
