import type { NeutralConnection } from './agencies/agency.ts'
import type { AgencyAdapter } from './agency-adapter.ts'
import { openFileDrop } from './file-drop.ts'
import { openHttpAgency } from './http-agency.ts'

/** Sends records in our own format: as JSON if there is an address, otherwise as CSV files. */
export const neutralAdapter = (connection: NeutralConnection): AgencyAdapter =>
  'url' in connection ? openHttpAgency(connection.url, connection) : openFileDrop(connection.folder)
