import { isTest, type Source } from './source.ts'

const modules = ['settings', 'identity', 'catalogue', 'security', 'learning', 'checkout', 'support', 'backoffice']
const table = `(?:${['platform', ...modules].join('|')})\\.\\w+`
const writing = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into)\\s+(${table})`, 'gi')
const reading = new RegExp(`\\b(?:from|join)\\s+(?:lateral\\s+)?(${table})`, 'gi')

/** SQL ownership: a module writes only its own tables and reads others through their published views (`v_…`). */
export function checkSql(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && /^(modules|platform|web|jobs)\//.test(source.path))
    .flatMap(checkOne)
}

function checkOne({ path, text }: Source): string[] {
  const owner = path.startsWith('modules/') ? path.split('/')[1]! : path.startsWith('platform/') ? 'platform' : null
  const writes = [...text.matchAll(writing)]
    .map((match) => match[1]!)
    .filter((name) => schemaOf(name) !== owner)
    .map((name) => `${path} writes ${name}, which is not its own`)
  const read = [...text.matchAll(reading)]
    .map((match) => match[1]!)
    .filter((name) => schemaOf(name) !== owner && !isPublished(name))
    .map((name) => `${path} reads ${name} instead of a published view`)
  const hasBegin = /\.begin\(|\bnow\(\)\s*[,)]?\s*(?:`|where|and)/.test(text) && /\.begin\(/.test(text)
  return [...writes, ...read, ...(hasBegin ? [`${path} begins a transaction: only tx() may`] : [])]
}

const schemaOf = (name: string) => name.split('.')[0]!
const isPublished = (name: string) => /\.v_\w+$/.test(name) || name === 'platform.now'
