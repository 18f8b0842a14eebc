import { cpus } from 'node:os'

/** One line of the table; `met` is null for a figure without a goal. */
export type Row = {
  readonly label: string
  readonly measured: string
  readonly goal: string
  readonly met: boolean | null
  readonly note: string
}

export const figure = (label: string, measured: string, note: string): Row => ({
  label,
  measured,
  goal: '',
  met: null,
  note,
})

const verdict = ({ met }: Row) => (met === null ? '' : met ? 'met' : 'NOT MET')

/** The rows as a Markdown table, with the machine's description. */
export function renderReport(rows: readonly Row[], { short, day }: { short: boolean; day: string }): string {
  const head = ['figure', 'measured', 'goal', 'verdict', 'how']
  const cells = [head, ...rows.map((row) => [row.label, row.measured, row.goal, verdict(row), row.note])]
  const widths = head.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, index) => text.padEnd(widths[index]!)).join(' | ')} |`
  const [titles, ...body] = cells.map(line)
  const cut = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return `# Measured\n\n${describe(rows, short, day)}\n\n${[titles, cut, ...body].join('\n')}\n`
}

function describe(rows: readonly Row[], short: boolean, day: string): string {
  const judged = rows.filter(({ met }) => met !== null)
  const met = judged.filter((row) => row.met).length
  return [
    `${day}, ${cpus().length} cores that servers, database and load share, Node ${process.versions.node}; one run`,
    `${short ? 'with --short (shorter loads, wider spread)' : 'of `make bench`'}.`,
    `${met} of ${judged.length} goals met. docs/speed.md says how each figure is taken.`,
  ].join('\n')
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`
export const rate = (value: number): string => `${Math.round(value)}/s`
