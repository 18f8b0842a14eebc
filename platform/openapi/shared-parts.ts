import type { ApiDocument } from './walk-schemas.ts'

/** Parts that occur in fewer places than this stay inline. */
const minUses = 8

/** `Limit` for the parameter `limit`, `UnauthenticatedResponse` for the failure UNAUTHENTICATED. */
const words = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

/** Moves parameters and responses that many operations share to `components`. */
export function shareParts(document: ApiDocument): void {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))
  const parameters = share(
    'parameters',
    operations.flatMap(({ parameters = [] }) => parameters),
    ({ name }) => words(name),
  )
  const responses = share(
    'responses',
    operations.flatMap(({ responses }) => Object.values(responses).filter(({ description }) => isCode(description))),
    ({ description }) => words(description!.toLowerCase()),
  )
  for (const operation of operations) {
    if (operation.parameters) operation.parameters = operation.parameters.map(parameters.of)
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, responses.of(response)]),
    )
  }
  document.components = { ...document.components, parameters: parameters.shared, responses: responses.shared }
}

/** A response with a single code: only these are the same in many operations. */
const isCode = (description: string | undefined) => /^[A-Z_]+$/.test(description ?? '')

function share<T extends object>(kind: string, parts: readonly T[], nameOf: (part: T) => string) {
  const groups = [...Map.groupBy(parts, (part) => JSON.stringify(part))]
    .filter(([, uses]) => uses.length >= minUses)
    .toSorted(([, a], [, b]) => b.length - a.length)
  const shared: Record<string, T> = {}
  const references = new Map<string, T>()
  for (const [text, [part]] of groups) {
    const name = nameOf(part!)
    // A part with the same name and other content is used in more places.
    if (name in shared) continue
    shared[name] = part!
    references.set(text, { $ref: `#/components/${kind}/${name}` } as T)
  }
  return { shared, of: (part: T): T => references.get(JSON.stringify(part)) ?? part }
}
