import type { Outcome } from './run.ts'

type Run = { at_once: number; seed: number; seconds: number; date: Date }

const table = (heads: [string, string], rows: readonly [string, number][]): string =>
  [`| ${heads[0]} | ${heads[1]} |`, '|---|--:|', ...rows.map(([what, times]) => `| ${what} | ${times} |`)].join('\n')

/** Writes the outcome as a page, with all data as JSON at its end. */
export function writeReport({ checkouts, endings, faults, sums, problems: wrong }: Outcome, run: Run): string {
  const { at_once, seed, seconds, date } = run
  const day = date.toISOString().slice(0, 10)
  const verdict = wrong.length === 0 ? ['The books agree with both gateways.'] : wrong.map((fault) => `- ${fault}`)
  const json = { ...run, date: day, checkouts, endings, faults, sums, wrong }
  return [
    '# Chaos',
    `Written by \`make chaos\` on ${day}: ${checkouts} purchases, ${at_once} in parallel, seed ${seed}, ${seconds} seconds.`,
    verdict.join('\n'),
    table(['how a purchase ended for its buyer', 'times'], Object.entries(endings)),
    table(['what was broken or done', 'times'], Object.entries(faults)),
    table(['at the gateways and in the books', 'number'], Object.entries(sums)),
    `\`\`\`json\n${JSON.stringify(json)}\n\`\`\`\n`,
  ].join('\n\n')
}
