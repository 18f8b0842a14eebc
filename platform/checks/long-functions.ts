import { parseSync, Visitor } from 'vite'
import { isTest, type Source } from './source.ts'

const maxLength = 80
const floors = /^(modules|web|platform|jobs|scripts)\//

/** Finds functions and components with too many lines for a reader to keep in mind, nested ones included. */
export function checkLongFunctions(sources: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  return sources
    .filter((source) => floors.test(source.path) && !isTest(source as Source))
    .filter(({ text }) => text.split('\n').length > maxLength)
    .flatMap(longFunctionsIn)
    .map(
      ({ named, line, lines }) => `${named} (line ${line}) has ${lines} lines, more than ${maxLength}: find its parts`,
    )
}

type LongFunction = { named: string; line: number; lines: number }
type Span = { start: number; end: number; id?: { name: string } | null }

function longFunctionsIn({ path, text }: Pick<Source, 'path' | 'text'>): LongFunction[] {
  const longFunctions: LongFunction[] = []
  const lineAt = (index: number) => text.slice(0, index).split('\n').length
  const visit = ({ start, end, id }: Span) => {
    const [line, last] = [lineAt(start), lineAt(end)]
    if (last - line >= maxLength)
      longFunctions.push({ named: `${path}: ${id?.name ?? 'function'}`, line, lines: last - line + 1 })
  }
  new Visitor({ FunctionDeclaration: visit, FunctionExpression: visit, ArrowFunctionExpression: visit }).visit(
    parseSync(path, text).program,
  )
  return longFunctions
}
