import { identityErrors } from '#modules/identity/errors.ts'
import { manifests } from '#modules/manifests.ts'
import { errors } from '#platform/errors.ts'
import { declaredCodes } from '#platform/http/operations.ts'
import { outboundErrors } from '#platform/outbound.ts'

type Answer = { status: number; body: { code?: unknown } | null | undefined }
type DeclaredCall = { pattern: RegExp; call: string; codes: ReadonlySet<string> }
let codesCache: Map<string, DeclaredCall[]> | undefined

function operationsOf(method: string): DeclaredCall[] {
  codesCache ??= Map.groupBy(
    manifests
      .flatMap(({ operations }) => operations)
      .toSorted((a, b) => (a.path.match(/\{/g)?.length ?? 0) - (b.path.match(/\{/g)?.length ?? 0))
      .map((operation) => ({
        method: operation.method,
        call: operation.call,
        pattern: new RegExp(`^${operation.path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
        codes: new Set([...declaredCodes(operation).values()].flat()),
      })),
    ({ method }) => method,
  ) as Map<string, DeclaredCall[]>
  return codesCache.get(method) ?? []
}

/** Codes that any call may have: they come from the server, not from the operation. */
export const serverCodes: ReadonlySet<unknown> = new Set(
  [
    errors.crossSite,
    errors.conflict,
    errors.tooLarge,
    outboundErrors.quarantine,
    identityErrors.siteClosed,
    identityErrors.viewEnded,
  ].map(({ code }) => code),
)

/**
 * Throws if a refusal has a code that its operation does not declare, so that the OpenAPI document lists every code.
 */
export function requireDeclaredCode(method: string, path: string, { status, body }: Answer): void {
  if (status < 400 || typeof body?.code !== 'string') return
  const plain = path.replace(/^\/api/, '').replace(/\?.*$/, '')
  const operation = operationsOf(method).find(({ pattern }) => pattern.test(plain))
  if (!operation || operation.codes.has(body.code) || serverCodes.has(body.code)) return
  throw new Error(`${operation.call} does not declare its refusal ${body.code} (\`fails\`)`)
}
