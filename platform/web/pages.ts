import { type Context, Hono } from 'hono'
import { createElement, Fragment } from 'react'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { failureOf } from '#platform/http/failure.ts'
import { readForm } from '#platform/http/form-body.ts'
import { defaultBodyLimit, limitBody } from '#platform/http/limit-body.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone, isAuditor, student } from '#platform/permissions.ts'
import { localize } from '#platform/texts.ts'
import { requireAdmission } from '#platform/viewing.ts'
import { isAhead } from './ahead.ts'
import { consumeFlash, setFlashCookie, themeOf } from './cookies.ts'
import { errorsOf, type FormState, freshForm, isInvalid, reusableValues, sentForm } from './form.ts'
import { carriedNames, carriedOf, type Frame, type FrameContent, withCarriedParams } from './frame.ts'
import { asPart, inPlace, nextPage, swapHeader } from './in-place.ts'
import type { AnyPage, Layout, Page, PageInput } from './page.ts'
import { gone, isPageRedirect, notFound, type PageRedirect, redirect, signIn } from './page-redirect.ts'
import { type Document, PartDocument, renderHtml } from './render.tsx'

export type PageHost = {
  /** The context of this request; may throw `errors.unauthenticated()`. */
  makeCtx(c: Context): Ctx | Promise<Ctx>
  /** Whether the browser sent a session; if no one is signed in, that session has ended. */
  hadSession?(c: Context): boolean
  /** The content around a page; called once per page, in parallel to its `load`. */
  frame(ctx: Ctx, c: Context, page: Pick<AnyPage, 'header'>): Promise<FrameContent>
  /** The content for a part that replaces another one within its frame; that of the whole page by default. */
  partFrame?(ctx: Ctx, c: Context): FrameContent
  document: Document
  /** The layout of a page shown inside another one; its own by default. */
  part?: Layout
  /** The response for a failed page; see error-page.ts. */
  failed(c: Context, ctx: Ctx, error: unknown): Response | Promise<Response>
}

type Runnable = Page<string, unknown>

/** The routes of the pages: GET shows one, POST (for pages with `submit`) handles its form. */
export function pageRoutes(pages: readonly AnyPage[], host: PageHost): Hono {
  const app = new Hono()
  for (const declaredPage of pages) {
    const page = declaredPage as Runnable
    // With and without a trailing slash, like the calls.
    for (const address of page.address === '/' ? ['/'] : [page.address, `${page.address}/`]) {
      app.get(address, (c) => answer(c, host, page, show))
      if (!page.submit) continue
      const max = page.max_form ?? defaultBodyLimit
      app.post(
        address,
        (c, next) => (declaredLength(c) > max ? answer(c, host, page, refuseLarge) : next()),
        limitBody(max),
        (c) => answer(c, host, page, submit),
      )
    }
  }
  return app
}

const declaredLength = (c: Context): number => Number(c.req.header('content-length') ?? 0)

/** The frame that a script wants to keep, and the number of its request; null for a whole page. */
function swapOf(c: Context): { frame: string; id: string } | null {
  const [, frame, id] = /^([a-z]+) (\d{1,6})$/.exec(c.req.header(swapHeader) ?? '') ?? []
  return frame && id ? { frame, id } : null
}

const isOutsideFrame = (c: Context, page: Runnable): boolean => {
  const swap = swapOf(c)
  return swap !== null && swap.frame !== page.swap
}

type Step = (c: Context, host: PageHost, page: Runnable, ctx: Ctx) => Promise<Response>

async function answer(c: Context, host: PageHost, page: Runnable, step: Step): Promise<Response> {
  if (step === show && page.may === student && isAhead(c.req.raw.headers)) return refuseBeforeLoad(c)
  const ctx = await host.makeCtx(c)
  // Before anything is loaded: opening a page may have effects, and its full load will follow.
  if (step === show && isOutsideFrame(c, page)) return c.body(null, 204, { vary: swapHeader })
  try {
    const { address, may, whileViewing } = page
    await requireAdmission(ctx, { call: `${c.req.method} ${address}`, may, changes: step === submit, whileViewing })
    // The rate limit comes before the form: a refused sender costs only its headers.
    await ctx.admit(step === submit ? 'form' : 'page')
    return await step(c, host, page, ctx)
  } catch (error) {
    const leave = redirectFor(error, c, ctx, host)
    return leave ? respondWithRedirect(c, leave) : host.failed(c, ctx, error)
  }
}

/**
 * Opening a student's page may have effects: a lesson takes over the time of another device. Browsers take 503
 * as a refusal of the prefetch, and load the page when the person follows the link.
 */
function refuseBeforeLoad(c: Context): Response {
  const fault = c.get('fault') as { yet: boolean } | undefined
  // The server is not unavailable, and the log should not say so.
  if (fault) fault.yet = true
  return c.body(null, 503, { 'cache-control': 'no-store' })
}

/** The redirect for a refused visitor; null for refusals shown as errors. */
function redirectFor(error: unknown, c: Context, ctx: Ctx, host: PageHost): PageRedirect | null {
  if (!(error instanceof Refusal)) return null
  const { code, status, text } = error.kind
  if (status === 401) return signIn(pathOf(new URL(c.req.url)), { ended: host.hadSession?.(c) ?? false })
  if (status === 404) return notFound()
  if (status === 410) return gone()
  if (status !== 403) return null
  const flash = { kind: 'error' as const, text: localize(ctx.locale, text, error.params) }
  // Staff who view as someone stay on their page.
  if (code === errors.whileViewing.code && c.req.method === 'POST')
    return redirect(pathOf(new URL(c.req.url)), { flash })
  if (isAuditor(ctx.actor)) return leaveForAuditor(c.req.path)
  // The dashboard itself refuses no signed-in person; a second refusal there would be an endless loop.
  return c.req.path === pathTo('/dashboard')
    ? redirect(pathTo('/unauthorized'), { status: 302 })
    : redirect(pathTo('/dashboard'), { flash, status: 302 })
}

/** An auditor has one page; its own refusal (the access has ended) is shown as an error. */
const leaveForAuditor = (path: string): PageRedirect | null =>
  path === pathTo('/auditor') ? null : redirect(pathTo('/auditor'), { status: 302 })

const show: Step = (c, host, page, ctx) => view(c, host, page, ctx, freshForm, page.status ?? 200)

/**
 * A form that declares too large a size is not read; the person sees the error on the page where they chose the file.
 */
const refuseLarge: Step = (c, host, page, ctx) => {
  const { status, text } = errors.tooLarge
  return view(c, host, page, ctx, { ...freshForm, message: localize(ctx.locale, text) }, status)
}

const submit: Step = async (c, host, page, ctx) => {
  const form = sentForm(await readForm(c))
  const outcome = await attempt(page, { ...inputOf(c, ctx), form }, ctx)
  if (isPageRedirect(outcome)) return respondWithRedirect(c, outcome)
  const { status, ...refused } = outcome
  return view(c, host, page, ctx, { values: reusableValues(form.values), ...refused }, status)
}

/** Refusals that concern the visitor, not the form: 'Invalid Credentials.' is also a 401, but belongs to its form. */
const leading = new Set([errors.unauthenticated.code, errors.forbidden.code, errors.notFound.code])

type RefusedForm = Omit<FormState, 'values'> & { status: number }
type SubmitInput = Parameters<NonNullable<Runnable['submit']>>[0]

async function attempt(page: Runnable, input: SubmitInput, ctx: Ctx): Promise<PageRedirect | RefusedForm> {
  try {
    const outcome = await page.submit!(input)
    if (!isInvalid(outcome)) return outcome
    const { errors, message = null, answer = {}, isPreview } = outcome
    return { errors, message, answer, status: isPreview ? 200 : 422 }
  } catch (error) {
    if (error instanceof Refusal && leading.has(error.kind.code)) throw error
    const { status, body } = failureOf(error, ctx.locale, ctx.log)
    const { issues, answer } = error instanceof Refusal ? error : { issues: [], answer: {} }
    return { errors: errorsOf(issues, input.form.values), message: String(body.message), answer, status }
  }
}

async function view(c: Context, host: PageHost, page: Runnable, ctx: Ctx, form: FormState, status: number) {
  const input = inputOf(c, ctx)
  const swap = swapOf(c)
  const content = (swap && host.partFrame?.(ctx, c)) ?? host.frame(ctx, c, page)
  const [data, frameContent] = await Promise.all([page.load?.(input), content])
  if (isPageRedirect(data)) return respondWithRedirect(c, data)
  const frame = { ...frameOf(c, ctx, frameContent, input.url), ...(swap && { swapped: true }) }
  const { locale } = ctx
  const title = typeof page.title === 'function' ? page.title(data, locale) : localize(locale, page.title)
  const element = createElement(Fragment, null, page.view(data, { form, locale, frame, query: input.query }))
  // Shared pages are cached for all visitors: a request header must not change them.
  const part = frameContent.user && c.req.header(asPart) !== undefined ? host.part : undefined
  const layout = part ?? (page.layout as Layout | undefined)
  const tree = layout ? createElement(layout, { frame, title, data }, element) : element
  const prefix = swap ? `s${swap.id}-` : part ? 'part-' : ''
  return renderHtml(c, tree, {
    prefix,
    title: `${title} | ${frame.brand.name}`,
    frame,
    status,
    document: swap ? PartDocument : host.document,
    restorable: page.restorable === true && !frame.viewing_as && !frame.flash && restorableAs(page),
    headers: {
      ...(page.referrer === 'none' && { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }),
      ...(page.swap && { vary: swapHeader }),
      ...(swap && { [swapHeader]: swap.frame }),
    },
    csp: typeof page.csp === 'function' ? page.csp(data, form) : page.csp,
    words: page.head?.(data, locale),
  })
}

const restorableAs = ({ may }: Runnable) => (may === anyone ? 'public' : 'private')

/** The frame of a page: the content, and details of the request. */
function frameOf(c: Context, ctx: Ctx, content: FrameContent, url = new URL(c.req.url)): Frame {
  const { locale } = ctx
  return { ...content, locale, theme: themeOf(c), path: pathOf(url), carried: carriedOf(url), flash: consumeFlash(c) }
}

function inputOf(c: Context, ctx: Ctx): PageInput {
  // No call accepts NUL, and a mistyped address still shows its page.
  const url = new URL(c.req.url.replaceAll('%00', ''))
  const query = Object.fromEntries(url.searchParams)
  return { ctx, params: c.req.param() as Record<string, string>, query, url, request: c.req.raw }
}

function respondWithRedirect(c: Context, { to, status, flash, cookies = [] }: PageRedirect): Response {
  for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
  if (flash) setFlashCookie(c, flash)
  const next = withCarriedParams({ carried: carriedOf(new URL(c.req.url)) }, to)
  // A script can't follow a redirect to another site, and would use up the next page's message. One that replaces a part
  // follows redirects within the site: it shows the message.
  const leavesSite = swapOf(c) !== null && !next.startsWith('/')
  if (c.req.header(inPlace) || leavesSite) return c.body(null, 204, { [nextPage]: next })
  return c.redirect(next, status)
}

/** The current address to come back to, without empty carried parameters. */
function pathOf({ href }: URL): string {
  const url = new URL(href)
  for (const name of carriedNames) if (url.searchParams.get(name) === '') url.searchParams.delete(name)
  return url.pathname + url.search
}
