import type { SealedColumn } from '#platform/sealed-column.ts'

const totp = {
  table: 'identity.totp',
  key: ['user_id'],
  binding: ({ user_id }) => `totp:${user_id}`,
  by: 'modules/identity/credentials/totp.sql.ts',
} satisfies Omit<SealedColumn, 'column'>

const webhook = {
  table: 'identity.webhook_endpoint',
  key: ['webhook_endpoint_id'],
  binding: ({ webhook_endpoint_id }) => `webhook_endpoint:${webhook_endpoint_id}`,
  by: 'modules/identity/webhooks/endpoint.sql.ts',
} satisfies Omit<SealedColumn, 'column'>

const provider = {
  table: 'identity.sign_in_provider',
  key: ['organization_id'],
  binding: ({ organization_id }) => `sign_in_provider:${organization_id}`,
  by: 'modules/identity/openid/sign-in-provider.sql.ts',
} satisfies Omit<SealedColumn, 'column'>

export const sealedColumns: readonly SealedColumn[] = [
  { ...totp, column: 'secret' },
  { ...totp, column: 'pending' },
  { ...webhook, column: 'secret' },
  { ...webhook, column: 'former_secret' },
  { ...provider, column: 'client_secret' },
]
