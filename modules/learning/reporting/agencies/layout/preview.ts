import type { CompletionRecord } from '#modules/learning/reporting/record.ts'
import { withLayoutLineEnds } from './fields.ts'
import { readLayout } from './layout.schema.ts'
import { checkSample, type SampleFault } from './read-lines.ts'
import { recordFaults, writeLayout } from './write-layout.ts'

/** The results of a layout with the agency's sample and with a made-up completion, before files are made in it. */
export type LayoutPreview = {
  /** The faults of the layout itself. */
  faults: string[]
  /** The mismatches between the agency's sample and the layout. */
  sample: SampleFault[]
  /** The faults of the made-up completion in the layout. */
  left_out: string[]
  /** The file of the made-up completion; null if it can't be made. */
  file: { name: string; text: string } | null
}

export function previewLayout(
  settings: Readonly<Record<string, string>>,
  record: CompletionRecord,
  { now, time_zone }: { now: Date; time_zone: string },
): LayoutPreview {
  const layout = readLayout(settings.layout ?? '')
  const emptyPreview = { sample: [], left_out: [], file: null }
  if ('faults' in layout) return { ...emptyPreview, faults: layout.faults }
  const file = { number: 1, now, time_zone }
  const sample = settings.sample ? checkSample(layout, withLayoutLineEnds(layout, settings.sample)) : []
  const left_out = recordFaults(layout, record, { ...file, count: 1, line: 1 }).map(({ field }) => field)
  if (left_out.length > 0) return { ...emptyPreview, faults: [], sample, left_out }
  try {
    const { name, bytes } = writeLayout(layout, [record], file)
    const text = Buffer.from(bytes).toString(layout.encoding === 'utf-8' ? 'utf8' : 'latin1')
    return { faults: [], sample, left_out, file: { name, text } }
  } catch (error) {
    // The header or trailer can't be written.
    return { ...emptyPreview, faults: [(error as Error).message], sample }
  }
}
