import { type Base, listBases } from './archive.ts'
import type { BackupStore } from './backup-store.ts'
import { BackupRefused } from './refused.ts'
import type { Vault } from './vault.ts'

/** A store, and the key that seals its objects. */
export type Backups = { readonly store: BackupStore; readonly vault: Vault }

export type Cluster = Backups & {
  readonly system_id: string
  /** Oldest first, at least one. */
  readonly bases: readonly Base[]
}

/** The system identifier that initdb gives a cluster; restored copies keep it. */
export const isSystemId = (text: string): boolean => /^\d{1,20}$/.test(text)

/**
 * Each cluster's backups have their own folder, which their seals include, so that two clusters of a store never mix.
 */
export function openCluster({ store, vault }: Backups, system_id: string): Backups {
  if (!isSystemId(system_id)) throw new BackupRefused(`${system_id} is not a system identifier of a cluster`)
  const folder = `cluster/${system_id}/`
  return {
    store: {
      place: `${store.place.replace(/\/$/, '')}/cluster/${system_id}`,
      put: (name, bytes) => store.put(`${folder}${name}`, bytes),
      get: (name) => store.get(`${folder}${name}`),
      list: async (prefix) => (await store.list(`${folder}${prefix}`)).map((name) => name.slice(folder.length)),
      remove: (name) => store.remove(`${folder}${name}`),
    },
    vault: {
      seal: (name, bytes) => vault.seal(`${folder}${name}`, bytes),
      open: (name, ciphertext) => vault.open(`${folder}${name}`, ciphertext),
    },
  }
}

const listed = 'clusters/'

/** Adds a cluster to the list of the store, so that finding it does not require listing all objects. */
export async function listCluster({ store, vault }: Backups, system_id: string): Promise<void> {
  const name = `${listed}${system_id}`
  await store.put(name, vault.seal(name, Buffer.alloc(0)))
}

/** The clusters that have a complete backup; the one with the newest is first. */
export async function findClusters(backups: Backups): Promise<Cluster[]> {
  const ids = (await backups.store.list(listed)).map((name) => name.slice(listed.length)).filter(isSystemId)
  const clusters: Cluster[] = []
  for (const system_id of ids) {
    const cluster = openCluster(backups, system_id)
    const bases = await listBases(cluster.store, cluster.vault)
    if (bases.length > 0) clusters.push({ ...cluster, system_id, bases })
  }
  const newestBaseAt = ({ bases }: Cluster) => bases.at(-1)!.started_at
  return clusters.sort((cluster, other) => newestBaseAt(other).localeCompare(newestBaseAt(cluster)))
}

/** The cluster with that identifier, or the one with the newest backup. */
export async function chooseCluster(backups: Backups, system_id: string | null): Promise<Cluster> {
  const { place } = backups.store
  if (system_id === null) {
    const [newest] = await findClusters(backups)
    if (!newest) throw new BackupRefused(`there is no backup in ${place}`)
    return newest
  }
  const cluster = openCluster(backups, system_id)
  const bases = await listBases(cluster.store, cluster.vault)
  if (bases.length === 0) throw new BackupRefused(`there is no backup of the cluster ${system_id} in ${place}`)
  return { ...cluster, system_id, bases }
}
