import type { S3Settings } from '#platform/files/files.s3.ts'
import type { BackupStore } from './backup-store.ts'
import { openDiskStore } from './store.disk.ts'
import { openS3Store } from './store.s3.ts'

/** `to` is a folder, or s3://bucket/prefix with the endpoint and keys of `s3`. */
export function openBackupStore(to: string, s3: Omit<S3Settings, 'bucket'> | null): BackupStore {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? []
  if (!bucket) return openDiskStore(to)
  if (!s3) throw new Error('BACKUP_TO is a bucket, which needs S3_URL, S3_KEY and S3_SECRET')
  return openS3Store({ ...s3, bucket }, (prefix ?? '').replace(/\/+$/, ''))
}
