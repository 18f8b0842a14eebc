import { callExamples } from '#platform/openapi/add-examples.ts'
import type { Example } from './guide/guide-page.ts'
import type { PartnerCall } from './partner-calls.ts'

/** The call of a recorded example in each language. */
export function snippetsOf({ name, method, path }: Pick<PartnerCall, 'name' | 'method' | 'path'>): Required<Example> {
  const { parameters = {}, body } = callExamples[name] ?? {}
  const input = { ...parameters, ...body }
  return {
    curl: curlOf(method, path, parameters, body),
    typescript: `const result = await waypost.${name}(${Object.keys(input).length > 0 ? typescriptOf(input) : ''})`,
    python: `result = waypost.${snake(name)}(${Object.entries(input)
      .map(([field, value]) => `${field}=${pythonOf(value)}`)
      .join(', ')})`,
  }
}

type Values = Readonly<Record<string, unknown>>

function curlOf(method: string, path: string, parameters: Values, body: Values | undefined): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(parameters[field])))
  const search = new URLSearchParams()
  for (const [field, value] of Object.entries(parameters))
    if (!path.includes(`{${field}}`)) for (const item of [value].flat()) search.append(field, String(item))
  const query = search.size > 0 ? `?${search}` : ''
  const lines = [`curl -H "Authorization: Bearer $WAYPOST_KEY"`]
  if (method !== 'GET') lines.push(`-X ${method} -H "Content-Type: application/json"`)
  if (body) lines.push(`-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`)
  lines.push(`"$WAYPOST_SITE/api${address}${query}"`)
  return lines.join(' \\\n  ')
}

const typescriptOf = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(/"([A-Za-z_]\w*)":/g, '$1:')

function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([field, item]) => `${JSON.stringify(field)}: ${pythonOf(item)}`)
    .join(', ')}}`
}

const snake = (name: string) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
