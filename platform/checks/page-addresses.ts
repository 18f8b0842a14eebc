import type { Source } from './source.ts'

export const addressesFile = 'platform/page-addresses.ts'
const errorPages = 'web/layouts/errors.tsx'

type Texts = readonly Pick<Source, 'path' | 'text'>[]

/** The addresses that pages declare, in Hono's spelling. */
export const declaredAddresses = (sources: Texts): string[] =>
  sources.flatMap((source) => addressesIn(source)).toSorted()

function addressesIn({ path, text }: Texts[number]): string[] {
  const declaring = path === errorPages ? /\berrorPage\('([^']+)'/g : /^ {2}address:\s*'([^']+)'/gm
  return path === errorPages || isPage(path) ? [...text.matchAll(declaring)].map(([, address]) => address!) : []
}

const isPage = (path: string) => /^web\/.*\.page\.tsx$/.test(path)

/** Pages whose address cannot be read from their file, and an outdated list of addresses. */
export function checkPageAddresses(sources: Texts): string[] {
  const unread = sources.filter((source) => isPage(source.path) && addressesIn(source).length !== 1)
  const current = sources.find(({ path }) => path === addressesFile)?.text
  return [
    ...unread.map(({ path }) => `${path} declares no address of its own: write it out, address: '/…'`),
    ...(current === renderAddresses(sources) ? [] : [`${addressesFile} is stale: run make gen`]),
  ]
}

/** The file with the type of all addresses. */
export function renderAddresses(sources: Texts): string {
  const addresses = new Set(declaredAddresses(sources).flatMap(spellings))
  const lines = [...addresses].toSorted().map((address) => `  | '${address}'`)
  return `// Written by make gen from the pages of web/.\n\n/** The address of a page, as \`pathTo\` takes it. */\nexport type PageAddress =\n${lines.join('\n')}\n`
}

/**
 * The addresses that a declaration stands for: `/course/:id{[0-9]+}/:tab{review|summary}?` is `/course/:id`,
 * `/course/:id/review` and `/course/:id/summary`.
 */
export function spellings(address: string): string[] {
  let paths = ['']
  for (const segment of address.slice(1).split('/')) {
    const ways = waysOf(segment)
    paths = paths.flatMap((path) => ways.map((spelling) => (spelling === null ? path : `${path}/${spelling}`)))
  }
  return paths
}

/** The spellings of one segment; null is its absence. */
function waysOf(segment: string): (string | null)[] {
  const [, name, pattern, optional] = /^:(\w+)(?:\{(.*)\})?(\?)?$/.exec(segment) ?? []
  if (name === undefined) return [segment]
  const choices = pattern?.replace(/^\(\?:(.*)\)$/, '$1').split('|') ?? ['']
  const words = choices.filter((choice) => /^[a-z][\w-]*$/i.test(choice))
  const params = words.length < choices.length ? [`:${name}`] : []
  return [...(optional ? [null] : []), ...params, ...words]
}
