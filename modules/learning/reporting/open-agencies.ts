import { agencies } from './agencies/index.ts'
import type { AgencyAdapters } from './agency-adapter.ts'
import { openFileDrop } from './file-drop.ts'
import { openHttpAgency } from './http-agency.ts'

/** All agencies by one way: over HTTP where there is an address, else files in a folder. */
export function openAgencies(way: { url: string; deadline_ms?: number } | { folder: string }): AgencyAdapters {
  const adapter = 'url' in way ? openHttpAgency(way.url, way) : openFileDrop(way.folder)
  return Object.fromEntries(agencies.map((agency) => [agency, adapter])) as AgencyAdapters
}
