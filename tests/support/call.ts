import type { AnyOperation } from '#platform/operation.ts'
import type { Call, Client } from './app.ts'

/** Calls an operation over HTTP, putting its input into the path, query or body. */
export function callOperation(client: Client, operation: AnyOperation, input: Record<string, unknown>): Promise<Call> {
  const rest = { ...input }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '0')
    // Addresses can't contain half a surrogate pair.
    return encodeURIComponent(text.toWellFormed()) || '0'
  })
  if (operation.method === 'GET') return client.get(path + queryOf(rest))
  const send = { POST: client.post, PUT: client.put, DELETE: client.delete }[operation.method]
  if (operation.file) {
    const { [operation.file]: file, ...query } = rest
    return client.upload(operation.method, path + queryOf(query), file instanceof Uint8Array ? file : new Uint8Array())
  }
  if (!operation.body) return send(path, rest)
  const { [operation.body]: body, ...query } = rest
  return send(path + queryOf(query), body)
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat())
      if (item !== undefined) query.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
  }
  return query.size > 0 ? `?${query}` : ''
}
