import { confirmEmail } from '#modules/identity/email-proof/confirm-email.ts'
import { findEmailChange, findLinkHolder } from '#modules/identity/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { AccountCard } from './account-card.tsx'
import { confirmEmailTexts } from './confirm-email.texts.ts'
import { runForm } from './enter.ts'

const security = pathTo('/settings', { query: { tab: 'security' } })
/**
 * `passwordPath` is the page where the owner of the address takes over an account that someone else created with it;
 * null for a requested address.
 */
type PageData = { loginid: string; email: string; isOwn: boolean; path: string; passwordPath: string | null }

/**
 * The target of a confirmation link. Only a session of the same account confirms: merely opening the link must not,
 * because the person who created the account with a stranger's address would keep it.
 */
export default page({
  address: '/confirm-email',
  referrer: 'none',
  title: confirmEmailTexts.title,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, query }): Promise<{ confirmation: PageData | null }> {
    const { token = '' } = query
    const change = await findEmailChange(ctx, token)
    const holder = change ?? (await findLinkHolder(ctx, token))
    if (!holder) return { confirmation: null }
    const isOwn = ctx.actor.kind === 'user' && ctx.actor.user_id === holder.user_id
    const end = { query: { token } }
    const { loginid, email } = holder
    const passwordPath = change ? null : pathTo('/change-password', end)
    return { confirmation: { loginid, email, isOwn, path: pathTo('/confirm-email', end), passwordPath } }
  },
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      await confirmEmail.run(ctx, { token: query.token ?? '' })
      return redirect(security, { flash: { kind: 'success', text: localText(ctx.locale, confirmEmailTexts, 'done') } })
    }),
  view: ({ confirmation }, input) =>
    confirmation ? <ConfirmationLink confirmation={confirmation} {...input} /> : <Expired />,
})

function Expired() {
  const t = useTexts(confirmEmailTexts)
  return (
    <AccountCard title={t('title')}>
      <Alert variant="attention" className="mb-4">
        {t('expired')}
      </Alert>
      <LinkButton href={security} wide>
        {t('toSettings')}
      </LinkButton>
    </AccountCard>
  )
}

function ConfirmationLink({ confirmation, form }: ViewInput & { confirmation: PageData }) {
  const t = useTexts(confirmEmailTexts)
  const { loginid, email, isOwn, path, passwordPath } = confirmation
  const footer = passwordPath && (
    <section className="grid gap-2">
      <h2 className="font-semibold">{t('notYours')}</h2>
      <p className="text-muted-foreground">{t('notYoursLead')}</p>
      <LinkButton href={passwordPath} variant="outline" className="justify-self-start">
        {t('choose')}
      </LinkButton>
    </section>
  )
  return (
    <AccountCard title={t('title')} message={form.message} below={footer}>
      {isOwn ? (
        <form method="post" className="grid gap-4">
          <p className="break-words">{t('lead', { email })}</p>
          <p className="text-muted-foreground">{t('others')}</p>
          <BusySubmit label={t('confirm')} busyLabel={t('confirming')} />
        </form>
      ) : (
        <div className="grid gap-4">
          <p className="break-words">{t('signInLead', { loginid })}</p>
          <LinkButton href={pathTo('/login', { query: { redirect: path } })} wide>
            {t('signIn')}
          </LinkButton>
        </div>
      )}
    </AccountCard>
  )
}
