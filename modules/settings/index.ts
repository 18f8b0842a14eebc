export { type County, counties } from './lookups/counties.ts'
export { seedDemoNotices } from './notices/demo-notices.ts'
export { type Banner, findUserBanner, listTodayNotices, type Notice, selectBoard } from './notices/notices.sql.ts'
export { type ReadMessage, readMessage } from './notices/read-message.ts'
