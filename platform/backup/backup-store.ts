/** A place for the objects of backups: a folder, or a part of a bucket. Names are paths with '/'. */
export type BackupStore = {
  /** The place of the store, for messages. */
  readonly place: string
  /** The object appears complete, or not at all. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Null if there is no such object. */
  get(name: string): Promise<Buffer | null>
  /** All names that begin with the prefix, sorted. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
}
