import { parseSync, Visitor } from 'vite'
import { isTest, type Source } from './source.ts'

const longest = 80
const floors = /^(modules|web|platform|jobs|scripts)\//

/** Longer functions, as `path: name`, that are still to be divided. */
const longFunctions: readonly string[] = [
  'platform/grid/use-grid.ts: useGrid',
  'modules/catalogue/course-editor/use-autosave.ts: useAutosave',
]

/** Functions and components with more lines than a reader holds in mind. What is within them counts as theirs. */
export function checkLongFunctions(sources: readonly Pick<Source, 'path' | 'text'>[]): string[] {
  return sources
    .filter((source) => floors.test(source.path) && !isTest(source as Source))
    .filter(({ text }) => text.split('\n').length > longest)
    .flatMap((source) => longIn(source).filter(({ named }) => !longFunctions.includes(named)))
    .map(({ named, line, lines }) => `${named} (line ${line}) has ${lines} lines, more than ${longest}: find its parts`)
}

type Found = { named: string; line: number; lines: number }
type Span = { start: number; end: number; id?: { name: string } | null }

function longIn({ path, text }: Pick<Source, 'path' | 'text'>): Found[] {
  const found: Found[] = []
  const lineAt = (at: number) => text.slice(0, at).split('\n').length
  const look = ({ start, end, id }: Span) => {
    const [line, last] = [lineAt(start), lineAt(end)]
    if (last - line >= longest)
      found.push({ named: `${path}: ${id?.name ?? 'function'}`, line, lines: last - line + 1 })
  }
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    parseSync(path, text).program,
  )
  return found
}
