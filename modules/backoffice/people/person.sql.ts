import type { Fragment, Sql } from '#platform/db/sql.ts'

/** The id of the list's person `p`: columns with several names in responses are read once. */
export const userIdSql = (sql: Sql): Fragment => sql`p.user_id`
export const userStatusSql = (sql: Sql): Fragment => sql`p.lk_user_status_id`
