import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { resolvePart } from '#platform/openapi/resolve-part.ts'
import type { ApiDocument, ApiOperation, JsonSchema } from '#platform/openapi/walk-schemas.ts'
import { root } from './run.ts'

const file = resolve(root, 'openapi/python/waypost/_document.py')

/** Writes the generated part of the Python client: the types of the partner document and a method for each call. */
export const writePythonClient = (document: ApiDocument): void => writeFileSync(file, renderPython(document))

export const isPythonClientFresh = (document: ApiDocument): boolean =>
  readFileSync(file, 'utf8') === renderPython(document)

const head = `# Generated from the partner document: npm run gen.
from __future__ import annotations

from typing import Any, Iterator, Literal, NotRequired, TypedDict
from urllib.parse import quote


class Unset:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"


# A field that a change does not send. None empties it.
UNSET = Unset()


def _part(value: object) -> str:
    return quote(str(value), safe="")


`

function renderPython(document: ApiDocument): string {
  const listed = listedEvent(document)
  const types = Object.entries(document.components?.schemas ?? {})
    .filter(([name]) => name !== listed)
    .map(([name, schema]) => typedDict(name, schema))
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const methods = calls.map((call) => methodOf(document, call))
  return `${head}${types.join('\n')}

# An event of any type; more types may appear at any time.
${anyEvent(document)}
${listed ? `${listed} = WaypostEvent\n` : ''}
class Calls:
    """Every call of the partner document."""

    def _call(self, method: str, path: str, query: dict[str, Any], body: dict[str, Any] | None, key: str | None) -> Any:
        raise NotImplementedError

${methods.join('\n')}`
}

/** The union of the bodies of webhooks. */
function anyEvent({ webhooks = {} }: ApiDocument & { webhooks?: Record<string, { post: ApiOperation }> }): string {
  const names = Object.values(webhooks).map(({ post }) => typeOf(post.requestBody?.content['application/json']?.schema))
  return `WaypostEvent = ${names.join(' | ')}`
}

/** The name of a row of listEvents, which the document describes by its types only as webhooks. */
function listedEvent(document: ApiDocument): string | undefined {
  const operation = document.paths?.['/events']?.get
  const schema = operation && resolvePart(document, operation.responses['200']!).content?.['application/json']?.schema
  const rows = schema && resolvePart(document, schema).properties?.events
  return rows?.items?.$ref?.split('/').at(-1)
}

/** Functional syntax, because some fields have names that Python reserves. */
function typedDict(name: string, { properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema)
    return `    ${JSON.stringify(field)}: ${JSON.stringify(required.includes(field) ? type : `NotRequired[${type}]`)},`
  })
  return `${name} = TypedDict(${JSON.stringify(name)}, {\n${fields.join('\n')}\n})`
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
}

function typeOf(schema: JsonSchema | undefined): string {
  if (!schema) return 'Any'
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.enum?.every((value) => typeof value === 'string' || value === null))
    return `Literal[${schema.enum.map((value) => (value === null ? 'None' : JSON.stringify(value))).join(', ')}]`
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length === 0) return 'Any'
  return types.map((type) => (type === 'array' ? `list[${typeOf(schema.items)}]` : (plain[type] ?? 'Any'))).join(' | ')
}

const snake = (name: string) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
const reserved: ReadonlySet<string> = new Set(['from', 'in', 'is', 'class', 'global', 'pass', 'None', 'import'])

type Argument = { name: string; field: string; type: string; required: boolean; location: 'path' | 'query' | 'body' }

function methodOf(document: ApiDocument, { path, method, operation }: PythonCall): string {
  const parameters = argumentsOf(document, path, operation)
  const orderedParameters = [
    ...parameters.filter(({ required }) => required),
    ...parameters.filter(({ required }) => !required),
  ]
  const signature = orderedParameters.map(signatureOf)
  const isChange = method !== 'GET'
  const key = isChange ? ['idempotency_key: str | None = None'] : []
  const all = [...signature, ...key]
  const record = (location: Argument['location']) => {
    const fields = orderedParameters.filter((argument) => argument.location === location)
    return `{${fields.map(({ name, field }) => `${JSON.stringify(field)}: ${name}`).join(', ')}}`
  }
  const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => `{_part(${argumentName(field)})}`)
  return `    def ${snake(operation.operationId)}(self${all.length > 0 ? `, *, ${all.join(', ')}` : ''}) -> ${resultOf(document, operation)}:
        ${JSON.stringify(operation.description ?? '')}
        return self._call(${JSON.stringify(method)}, ${address === path ? '' : 'f'}${JSON.stringify(address)}, ${record('query')}, ${isChange ? record('body') : 'None'}, ${isChange ? 'idempotency_key' : 'None'})
${iterator(document, operation, signature, orderedParameters)}`
}

function signatureOf({ name, type, required, location }: Argument): string {
  if (required) return `${name}: ${type}`
  // An address has no null, so None omits a parameter.
  if (location !== 'body') return `${name}: ${type.includes('None') ? type : `${type} | None`} = None`
  return `${name}: ${type} | Unset = UNSET`
}

type PythonCall = { path: string; method: string; operation: ApiOperation }

const argumentName = (field: string) => (reserved.has(field) ? `${field}_` : field)

function argumentsOf(document: ApiDocument, path: string, operation: ApiOperation): Argument[] {
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolvePart(document, parameter))
    .filter(({ name }) => name !== 'Idempotency-Key')
    .map(({ name, required = false, schema }): Argument => {
      const location = path.includes(`{${name}}`) ? 'path' : 'query'
      return { name: argumentName(name), field: name, type: typeOf(schema), required, location }
    })
  const schema = operation.requestBody?.content['application/json']?.schema
  const { properties = {}, required = [] } = schema ? resolvePart(document, schema) : {}
  const fields = Object.entries(properties).map(([field, jsonSchema]): Argument => {
    return {
      name: argumentName(field),
      field,
      type: typeOf(jsonSchema),
      required: required.includes(field),
      location: 'body',
    }
  })
  return [...parameters, ...fields]
}

function resultOf(document: ApiDocument, { responses }: ApiOperation): string {
  const content = resolvePart(document, responses['200']!).content ?? {}
  const types = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' && schema?.format !== 'binary' ? typeOf(schema) : 'bytes',
  )
  return [...new Set(types)].join(' | ')
}

/** A list also has a method that follows its pages: `list_students_all`. */
function iterator(
  document: ApiDocument,
  operation: ApiOperation,
  signature: readonly string[],
  sentArguments: readonly Argument[],
): string {
  const rows = rowsOf(document, operation)
  if (!rows) return ''
  const name = snake(operation.operationId)
  const parameters = signature.filter((parameter) => !parameter.startsWith('after_id:'))
  const passedOn = sentArguments
    .filter(({ field }) => field !== 'after_id')
    .map(({ name: argument }) => `${argument}=${argument}`)
  const [first = '', ...others] = parameters
  return `
    def ${name}_all(self, *, ${[first, ...others].join(', ')}) -> Iterator[${rows.type}]:
        "Every row of ${name}, page by page."
        after_id: Any = None
        while True:
            page: Any = self.${name}(${passedOn.join(', ')}, after_id=after_id)
            yield from page[${JSON.stringify(rows.field)}]
            after_id = page.get("after_id", page.get("afterId", page.get("next_id")))
            if after_id is None or page.get("has_more") is False:
                return
`
}

/** The field with the rows of a call that continues with `after_id`, and the type of a row. */
export function rowsOf(
  document: ApiDocument,
  { parameters = [], responses }: ApiOperation,
): { field: string; type: string } | undefined {
  const names = parameters.map((parameter) => resolvePart(document, parameter).name)
  if (!names.includes('after_id')) return undefined
  const schema = resolvePart(document, responses['200']!).content?.['application/json']?.schema
  const { properties = {} }: JsonSchema = schema ? resolvePart(document, schema) : {}
  if (!['after_id', 'afterId', 'next_id'].some((name) => name in properties)) return undefined
  const [field, list] = Object.entries(properties).find(([, jsonSchema]) => jsonSchema.type === 'array') ?? []
  return field ? { field, type: typeOf(list?.items) } : undefined
}
