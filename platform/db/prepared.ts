import postgres from 'postgres'
import { readAddress } from './address.ts'
import { clientOptions } from './slot.ts'

/** The database has none of the product's tables. */
export class NotPrepared extends Error {
  override name = 'NotPrepared'
  constructor() {
    super('the database is empty: start once with --prepare, which creates its tables')
  }
}

/** Throws NotPrepared for an empty database. /readyz reports pending migrations. */
export async function requirePrepared(url: string): Promise<void> {
  const sql = postgres(
    readAddress(url).url,
    clientOptions({ url, name: 'waypost/prepared' }, () => {}),
  )
  try {
    const [row] = await sql<{ there: boolean }[]>`select to_regclass('platform.migration') is not null as there`
    if (!row?.there) throw new NotPrepared()
  } finally {
    await sql.end({ timeout: 5 })
  }
}
