import { checkoutErrors } from '#modules/checkout/errors.ts'
import { errors } from '#platform/errors.ts'
import { sheet, sheetResponse } from '#platform/grid/sheet-response.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { deleteCodes, openCodes, selectOwnBatch } from './key-batch.sql.ts'
import { keyTexts } from './keys.texts.ts'

export const downloadCodes = operation({
  call: 'GET /authorizationKeys/batch/{authorization_key_batch_id}/codes',
  added: true,
  summary: 'The codes of a batch as a file, once, for the creator of the batch',
  may: staff('MANAGE_AUTHORIZATION_KEYS:CREATE'),
  takes: z.object({ authorization_key_batch_id: id() }),
  gives: sheet,
  fails: [errors.notFound, checkoutErrors.keyCodesGone],
  audit: 'key.download',
  // A link that changes data: the codes can't be downloaded again.
  changes: true,
  async run(ctx, { authorization_key_batch_id }) {
    const batch = await selectOwnBatch(ctx, authorization_key_batch_id, { lock: true })
    const codes = openCodes(ctx, batch)
    if (!codes) throw checkoutErrors.keyCodesGone()
    await deleteCodes(ctx, authorization_key_batch_id)
    const name = `AuthorizationKeys-${authorization_key_batch_id}.xlsx`
    return sheetResponse(ctx, name, [localize(ctx.locale, keyTexts.code)], [codes.map((code) => [code])])
  },
})
