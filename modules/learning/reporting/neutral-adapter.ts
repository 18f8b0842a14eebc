import type { Way } from './agencies/agency.ts'
import type { AgencyAdapter } from './agency-adapter.ts'
import { openFileDrop } from './file-drop.ts'
import { openHttpAgency } from './http-agency.ts'

/** Sends records in our own format: as JSON if there is an address, otherwise as CSV files. */
export const neutralAdapter = (way: Way): AgencyAdapter =>
  'url' in way ? openHttpAgency(way.url, way) : openFileDrop(way.folder)
