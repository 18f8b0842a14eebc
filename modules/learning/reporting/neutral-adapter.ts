import type { Way } from './agencies/agency.ts'
import type { AgencyAdapter } from './agency-adapter.ts'
import { openFileDrop } from './file-drop.ts'
import { openHttpAgency } from './http-agency.ts'

/** Carries records in our own format: as JSON where there is an address, else as CSV files. */
export const neutralAdapter = (way: Way): AgencyAdapter =>
  'url' in way ? openHttpAgency(way.url, way) : openFileDrop(way.folder)
