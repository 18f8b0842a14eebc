import { port } from '#platform/ctx.ts'
import type { ServiceFormat } from './agencies/account-fields.ts'
import type { NeutralConnection } from './agencies/agency.ts'
import { type Agency, agencies, agencyEntry } from './agencies/index.ts'
import type { AgencyAdapter } from './agency-adapter.ts'

export type AgencyAdapters = Readonly<Record<Agency, AgencyAdapter>>

/** The adapters of our own format for all agencies; the composition root fills this port. */
export const agencyAdapters = port<AgencyAdapters>('agency-adapters')

/** The access of this process to the agencies' own services. */
export type ServiceAccess = {
  addressOf: (service: Pick<ServiceFormat, 'name' | 'url'>) => string
  /**
   * Whether organizations without an account report in our own format to an agency that has a service. Otherwise their
   * reports wait for an account.
   */
  neutralWithoutAccount: boolean
  /** The folder for files that staff take from the server; null if there is none. */
  folder: string | null
  /** The hosts (SFTP servers, buckets) to which the operator lets organizations deliver files. */
  deliveryHosts: readonly string[]
}
export const agencyServices = port<ServiceAccess>('agency-services')

/** Adapters for all agencies that share one adapter. */
export const shareAdapter = (adapter: AgencyAdapter): AgencyAdapters =>
  Object.fromEntries(agencies.map((agency) => [agency, adapter])) as AgencyAdapters

/** Opens the adapters of all agencies. Agencies with the same adapter function share one. */
export function openAgencies(connection: NeutralConnection): AgencyAdapters {
  const adapters = new Map<unknown, AgencyAdapter>()
  const openOnce = (agency: Agency): AgencyAdapter => {
    const { adapter: open } = agencyEntry(agency)
    const adapter = adapters.get(open) ?? open(connection)
    adapters.set(open, adapter)
    return adapter
  }
  return Object.fromEntries(agencies.map((agency) => [agency, openOnce(agency)])) as AgencyAdapters
}
