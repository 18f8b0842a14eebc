import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import type { BinaryResponse } from '#platform/operation.ts'
import { localize } from '#platform/texts.ts'
import { gridList } from './grid-keeper.ts'
import { longExportErrors } from './long-export.ts'
import { inputOf } from './query-input.ts'

type ExportResult = { kind: 'background'; message: string } | { kind: 'download'; href: string }

/**
 * Requests the export of a list by its call's path and query, as a plain form does: a long one starts in the
 * background, any other is downloaded from the returned address.
 */
export async function requestExport(ctx: Ctx, path: string, query: string): Promise<ExportResult> {
  const grid = ctx
    .use(gridList)()
    .find(({ calls }) => calls.export === `GET ${path}`)
  if (!grid) throw errors.notFound()
  const params = new URLSearchParams(query)
  try {
    const { body } = (await grid.operations[1].run(ctx, inputOf(params))) as BinaryResponse
    if (body instanceof ReadableStream) await body.cancel()
    return { kind: 'download', href: `/api${path}?${params}` }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.code !== longExportErrors.inBackground.code) throw error
    return { kind: 'background', message: localize(ctx.locale, error.kind.text) }
  }
}
