import { linkCookie, selectLink } from '#modules/identity/entry.ts'
import { signInByLink } from '#modules/identity/sign-in-link/sign-in-by-link.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { failureOf } from '#platform/http/failure.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { finishSignIn, runForm } from './enter.ts'
import { linkTexts } from './login-link.texts.ts'

/** The link of the email. Mail programs open links by themselves, so only the button signs in. */
export default page({
  address: '/login/link/open',
  referrer: 'none',
  title: linkTexts.title,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx, query, request }) => openedLink(ctx, query.token ?? '', pendingLinkIn(ctx, request)?.request ?? ''),
  submit: ({ ctx, query, form, request }) =>
    runForm(ctx, form, async () => {
      const pending = pendingLinkIn(ctx, request)
      const result = await signInByLink.run(ctx, { request: pending?.request ?? '', token: query.token ?? '' })
      const leave = finishSignIn(ctx, result, localPath(pending?.to))
      return redirect(leave.to, {
        ...leave,
        cookies: [...(leave.cookies ?? []), linkCookie.forget(ctx.request.origin)],
      })
    }),
  view: ({ loginid, refusal }, input) => <Opened loginid={loginid} refusal={refusal} {...input} />,
})

const pendingLinkIn = (ctx: Ctx, request: Request) => linkCookie.read(ctx.request.origin, request.headers.get('cookie'))

type Link = { loginid: string; refusal: string | null }

async function openedLink(ctx: Ctx, token: string, request: string): Promise<Link> {
  try {
    return { loginid: (await selectLink(ctx, token, request)).loginid, refusal: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { loginid: '', refusal: String(failureOf(error, ctx.locale, ctx.log).body.message) }
  }
}

function Opened({ loginid, refusal, form }: ViewInput & Link) {
  const t = useTexts(linkTexts)
  const problem = refusal ?? form.message
  if (problem)
    return (
      <AccountCard title={t('title')}>
        <Alert variant="attention" className="mb-4">
          {problem}
        </Alert>
        <LinkButton href={pathTo('/login/link')} wide>
          {t('newLink')}
        </LinkButton>
      </AccountCard>
    )
  return (
    <AccountCard title={t('title')} lead={t('readyLead', { loginid })}>
      <form method="post" className="grid gap-4">
        <BusySubmit label={t('signIn')} busyLabel={t('signingIn')} />
      </form>
    </AccountCard>
  )
}
