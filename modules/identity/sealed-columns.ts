import type { SealedColumn } from '#platform/sealed-column.ts'

const totp = {
  table: 'identity.totp',
  key: ['user_id'],
  bound: ({ user_id }) => `totp:${user_id}`,
  by: 'modules/identity/credentials/totp.sql.ts',
} satisfies Omit<SealedColumn, 'column'>

export const sealed: readonly SealedColumn[] = [
  { ...totp, column: 'secret' },
  { ...totp, column: 'pending' },
]
