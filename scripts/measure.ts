import { isTest, readSources, type Source } from '#platform/checks/source.ts'
import { root } from './run.ts'

/** Prints sizes of files and functions by layer, for information and not as a limit. */
function measure(name: string, sources: readonly Source[]): void {
  const lines = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b)
  const percentile = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0
  console.log(
    `${name.padEnd(10)} files ${String(lines.length).padStart(4)}   median ${percentile(0.5)}   p90 ${percentile(0.9)}   max ${percentile(1)}`,
  )
}

const sources = readSources(root)
const shipped = sources.filter((source) => !isTest(source))
for (const floor of ['platform', 'modules', 'web', 'jobs', 'simulators', 'scripts']) {
  measure(
    floor,
    shipped.filter(({ path }) => path.startsWith(`${floor}/`)),
  )
}
measure('tests', sources.filter(isTest))
const longest = shipped.toSorted((a, b) => b.text.length - a.text.length).slice(0, 8)
console.log(`longest: ${longest.map(({ path }) => path).join(', ')}`)
