import { type BackupEnv, ConfigurationError } from '#platform/env.ts'
import type { Backups } from './cluster.ts'
import { openBackupStore } from './store.ts'
import { openVault } from './vault.ts'

/** The store of BACKUP_TO, sealed with BACKUP_KEY. */
export function openBackups(env: BackupEnv): Backups {
  const { BACKUP_TO: to, BACKUP_KEY: key, S3_URL: endpoint, S3_KEY: access_key_id, S3_SECRET: secret_access_key } = env
  const problems = [...(to ? [] : ['BACKUP_TO: is missing']), ...(key ? [] : ['BACKUP_KEY: is missing'])]
  const s3 =
    endpoint && access_key_id && secret_access_key
      ? { endpoint, access_key_id, secret_access_key, region: env.S3_REGION }
      : null
  if (to?.startsWith('s3://') && !s3) problems.push('BACKUP_TO: a bucket needs S3_URL, S3_KEY and S3_SECRET')
  if (!to || !key || problems.length > 0) throw new ConfigurationError(problems)
  return { store: openBackupStore(to, s3), vault: openVault(key) }
}
