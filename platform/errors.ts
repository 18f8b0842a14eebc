import type { ParamsOf, Text, TextParams } from './texts.ts'

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503

/** How an operation may fail: a code for programs, a status for HTTP, a text for people. */
export type RefusalKind = { readonly code: string; readonly status: RefusalStatus; readonly text: Text }

/** One thing that is wrong with the input: `path` names the field in contract spelling. */
export type Issue = { path: string; message: string }

/**
 * An operation's deliberate refusal. `answer` is merged into the error response (for example `reason`, `questionId`).
 */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly params: TextParams
  readonly answer: Record<string, unknown>
  readonly issues: Issue[]

  constructor(kind: RefusalKind, params: TextParams = {}, answer: Record<string, unknown> = {}, issues: Issue[] = []) {
    super(kind.code)
    this.name = 'Refusal'
    this.kind = kind
    this.params = params
    this.answer = answer
    this.issues = issues
  }
}

/** A refusal that can be thrown: `throw errors.timeRemaining({ seconds: 20 })`. */
export type Refuse<T extends string = string> = RefusalKind &
  ((...rest: [...params: ParamsOf<T>, answer?: Record<string, unknown>, issues?: Issue[]]) => Refusal)

/**
 * A refusal of status 429 that can be thrown: `throw errors.tooMany(20)`. Its first argument is the number of seconds
 * until the same request may succeed; the response has them as `Retry-After` and `retry_after`.
 */
export type RefuseForNow<T extends string = string> = RefusalKind &
  ((seconds: number, ...rest: [...params: ParamsOf<T>, answer?: Record<string, unknown>]) => Refusal)

type DeclaredRefusal = readonly [RefusalStatus, string, Text]
type RefuseOf<T extends DeclaredRefusal> = T[0] extends 429 ? RefuseForNow<T[2][0]> : Refuse<T[2][0]>

/**
 * The error table of one module: `name: [status, code, [English, Spanish]]`. Codes are unique in the product; programs
 * check them.
 */
export function defineErrors<const T extends Record<string, DeclaredRefusal>>(
  table: T,
): { readonly [K in keyof T]: RefuseOf<T[K]> }
export function defineErrors(table: Record<string, DeclaredRefusal>): Record<string, Refuse | RefuseForNow> {
  const kinds: Record<string, Refuse | RefuseForNow> = {}
  for (const [name, [status, code, text]] of Object.entries(table)) {
    const kind = { status, code, text }
    kinds[name] = status === 429 ? refusalWithRetry(kind) : refuse(kind)
  }
  return kinds
}

function refuse(kind: RefusalKind): Refuse {
  const make = (params?: TextParams, answer?: Record<string, unknown>, issues?: Issue[]) =>
    new Refusal(kind, params, answer, issues)
  return Object.assign(make, kind)
}

function refusalWithRetry(kind: RefusalKind): RefuseForNow {
  const make = (seconds: number, params?: TextParams, answer?: Record<string, unknown>) =>
    new Refusal(kind, params, { ...answer, retry_after: wholeSeconds(seconds) })
  return Object.assign(make, kind)
}

/** Rounded up, so that a caller who waits that long does not come back too early. */
const wholeSeconds = (seconds: number) => Math.max(1, Math.ceil(seconds))

/** Failures that any operation may have. */
export const errors = defineErrors({
  invalid: [400, 'INVALID', ['Please, correct all errors.', 'Corrija todos los errores.']],
  unauthenticated: [401, 'UNAUTHENTICATED', ['Sign in to continue.', 'Inicie sesión para continuar.']],
  forbidden: [403, 'FORBIDDEN', ['You cannot access this page.', 'No puede acceder a esta página.']],
  /** Staff who view as a person may look, but acts with legal effect are reserved for that person. */
  whileViewing: [
    403,
    'WHILE_VIEWING',
    ["You can't do this while viewing as someone else.", 'No puede hacer esto mientras ve el sitio como otra persona.'],
  ],
  crossSite: [
    403,
    'CROSS_SITE',
    [
      'This request came from another site. Open this page directly and try again.',
      'Esta solicitud vino de otro sitio. Abra esta página directamente e inténtelo de nuevo.',
    ],
  ],
  notFound: [404, 'NOT_FOUND', ['Page Not Found', 'Página no encontrada']],
  conflict: [
    409,
    'CONFLICT',
    [
      'This has changed. Reload the page and try again.',
      'Los datos cambiaron. Vuelva a cargar la página e inténtelo de nuevo.',
    ],
  ],
  idempotencyRunning: [
    409,
    'IDEMPOTENCY_KEY_RUNNING',
    [
      'The first request with this Idempotency-Key is still running. Try again in a moment.',
      'La primera solicitud con esta Idempotency-Key todavía está en curso. Inténtelo de nuevo en un momento.',
    ],
  ],
  idempotencyReused: [
    422,
    'IDEMPOTENCY_KEY_REUSED',
    [
      'This Idempotency-Key was used for another request. Use a new one.',
      'Esta Idempotency-Key ya se usó para otra solicitud. Use una nueva.',
    ],
  ],
  tooLarge: [
    413,
    'TOO_LARGE',
    [
      'This is too large. Make it smaller and try again.',
      'El contenido es demasiado grande. Redúzcalo e inténtelo de nuevo.',
    ],
  ],
  mediaType: [415, 'MEDIA_TYPE', ['Provided file type is not supported', 'Este tipo de archivo no es compatible']],
  tooMany: [
    429,
    'TOO_MANY',
    [
      'Too many requests. Wait a moment and try again.',
      'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
    ],
  ],
  busy: [
    503,
    'BUSY',
    [
      "We're very busy right now. Try again in a moment.",
      'El sitio está muy ocupado ahora. Inténtelo de nuevo en un momento.',
    ],
  ],
})
