import type { SealedColumn } from '#platform/sealed-column.ts'

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'checkout.authorization_key_secret',
    key: ['only_ind'],
    column: 'sealed',
    binding: () => 'checkout.authorization_key_secret',
    by: 'modules/checkout/keys/key-code.ts',
  },
  {
    table: 'checkout.authorization_key_batch',
    key: ['authorization_key_batch_id'],
    column: 'sealed_codes',
    binding: ({ authorization_key_batch_id }) => `authorization_key_batch:${authorization_key_batch_id}`,
    by: 'modules/checkout/keys/key-batch.sql.ts',
  },
]
