import type { Ctx } from '#platform/ctx.ts'
import { type BinaryResponse, binary } from '#platform/operation.ts'
import { aboutExport } from './about-export.ts'
import { writeCsv } from './csv.ts'
import { type Batches, writeXlsx } from './xlsx.ts'

export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Declares that an operation returns a sheet. */
export const sheet = binary(sheetType, 'text/csv')

/**
 * A sheet with its provenance, written only as fast as it is read. `formats` shows numeric columns as money or dates.
 */
export async function sheetResponse(
  ctx: Ctx,
  name: string,
  headings: readonly string[],
  batches: Batches,
  { reference, formats }: { reference?: string | undefined; formats?: readonly (string | undefined)[] } = {},
): Promise<BinaryResponse> {
  const about = await aboutExport(ctx, name, reference)
  return { body: streamOf(writeXlsx(headings, batches, about, formats)), name, type: sheetType }
}

/** The same as plain text lines, without provenance: the audit log records it for both. */
export const csvResponse = (name: string, headings: readonly string[], batches: Batches): BinaryResponse => ({
  body: streamOf(writeCsv(headings, batches)),
  name: name.replace(/\.xlsx$/, '.csv'),
  type: 'text/csv; charset=utf-8',
})

/** A stream that pulls from the generator only when read. */
export function streamOf(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await source.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
