import { isTest, type Source } from './source.ts'

/** Long sentences, and names with 'simulated' in them; shorter words of a protocol are in libraries, too. */
const isMark = (text: string) => /simulat/i.test(text) || /^(?=.{24,})\S+ \S+ /.test(text)

/** Strings of simulators that no shipped source contains: one of them in a built file means that a simulator is in it. */
function marksOf(sources: readonly Source[]): Map<string, string> {
  const shipped = sources.filter(({ path }) => /^(platform|modules|web|jobs|openapi|migrations)\//.test(path))
  const others = shipped.map(({ text }) => text).join('\n')
  const simulatorSources = sources.filter((source) => source.path.startsWith('simulators/') && !isTest(source))
  const marks = simulatorSources.flatMap(({ path, text }) =>
    [...text.matchAll(/["'`>]([\w :;.,/()-]{12,})/g)].map((match) => [match[1]!, path] as const),
  )
  return new Map(marks.filter(([mark]) => isMark(mark) && !others.includes(mark)))
}

/** Finds the files of a build that contain a simulator's string. */
export function checkProductionBuild(
  sources: readonly Source[],
  built: readonly Pick<Source, 'path' | 'text'>[],
): string[] {
  const marks = [...marksOf(sources)]
  const unmarked = [...new Set(sources.flatMap(({ path }) => /^simulators\/([\w-]+)\//.exec(path)?.[1] ?? []))].filter(
    (folder) => !marks.some(([, path]) => path.startsWith(`simulators/${folder}/`)),
  )
  const offending = built.flatMap(({ path, text }) =>
    marks.filter(([mark]) => text.includes(mark)).map(([mark, from]) => `${path} contains '${mark}' of ${from}`),
  )
  return [
    ...(built.length === 0 ? ['there is no build to look into'] : []),
    ...unmarked.map(
      (folder) => `simulators/${folder} has no string of its own by which a build could be searched for it`,
    ),
    ...offending,
  ]
}
