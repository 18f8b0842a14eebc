import type { Fragment, Sql } from '#platform/db/sql.ts'

/** Of the person `p` that a list is of: columns with several names in answers are read once. */
export const userIdSql = (sql: Sql): Fragment => sql`p.user_id`
export const userStatusSql = (sql: Sql): Fragment => sql`p.lk_user_status_id`
