export { type County, counties } from './lookups/counties.ts'
export { type Banner, findUserBanner, listTodayNotices, type Notice } from './notices/notices.sql.ts'
