import { isProofNeeded, prepareView, sessionCookie } from '#modules/identity/entry.ts'
import { prove } from '#modules/identity/proof/prove.ts'
import { viewAs } from '#modules/identity/view-as/view-as.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { staff } from '#platform/permissions.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import PasswordInForm from '#platform/ui/password-field.island.tsx'
import { type FormState, field, type SentForm } from '#platform/web/form.ts'
import { page } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { viewAsTexts } from './view-as.texts.ts'

type PageData = Awaited<ReturnType<typeof prepareView>> & { last_route: string }

/** Asks for a reason before a view, and for a proof if the last one is too old. */
export default page({
  address: '/manage/view-as/:user_id{[0-9]{1,9}}',
  title: viewAsTexts.title,
  may: staff('CAN_VIEW_AS:READ'),
  layout: BackOfficeLayout,
  async load({ ctx, params, request }): Promise<PageData> {
    return { ...(await prepareView(ctx, Number(params.user_id))), last_route: refererPath(request) }
  },
  async submit({ ctx, params, form }) {
    const { reason, last_route } = form.values
    const begin = () => viewAs.run(ctx, { userId: params.user_id, reason, last_route })
    const { token } = await begin().catch(async (error) => {
      await proveIfRequired(ctx, error, form)
      return begin()
    })
    return redirect(pathTo('/dashboard'), { cookies: [sessionCookie(ctx.request.origin, token)] })
  },
  view: (data, { form }) => <Ask request={data} form={form} />,
})

/**
 * Verifies the proof only if nothing else is missing. Success gives the session a new reference, and a later refusal
 * would leave the browser with the old one.
 */
async function proveIfRequired(ctx: Ctx, error: unknown, { values }: SentForm): Promise<void> {
  const { password = '', code = '' } = values
  if (!isProofNeeded(error) || !(password || code)) throw error
  await prove.run(ctx, code ? { code } : { password })
}

/** The previous page, from the Referer header; the way back leads there. */
function refererPath(request: Request): string {
  const before = URL.parse(request.headers.get('referer') ?? '')
  const host = request.headers.get('host')
  return before && before.host === host
    ? localPath(before.pathname + before.search, pathTo('/manage'))
    : pathTo('/manage')
}

function Ask({ request, form }: { request: PageData; form: FormState }) {
  const t = useTexts(viewAsTexts)
  const { name, ways } = request
  const last_route = form.values.last_route ?? request.last_route
  return (
    <div className="max-w-xl">
      <PageTitle>{t('start', { name })}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <p className="mb-4">{t('lead', { name })}</p>
        {ways?.every((way) => way === 'passkey') ? (
          <Alert variant="attention">{t('again')}</Alert>
        ) : (
          <form method="post" className="grid gap-4">
            <input type="hidden" name="last_route" value={last_route} />
            <TextField {...field(form, 'reason')} label={t('reason')} hint={t('reasonHint')} maxLength={500} />
            {ways && <Proof code={ways.includes('code')} password={ways.includes('password')} />}
            <BusySubmit label={t('start', { name })} busyLabel={t('starting')} />
          </form>
        )}
      </Card>
      <p className="mt-4">
        <TextLink href={localPath(last_route, pathTo('/manage'))} alone>
          {t('back')}
        </TextLink>
      </p>
    </div>
  )
}

function Proof({ code, password }: { code: boolean; password: boolean }) {
  const t = useTexts(viewAsTexts)
  return (
    <>
      <p className="text-muted-foreground">{t('passwordHint')}</p>
      {password && <PasswordInForm label={t('password')} name="password" autoComplete="current-password" />}
      {code && (
        <TextField name="code" label={t('code')} inputMode="numeric" autoComplete="one-time-code" maxLength={40} />
      )}
    </>
  )
}
